// Browsers refuse a Worker to a page from disk. There, this class runs the worker of the search in a hidden frame.
if (location.protocol === "file:") {
    window.Worker = class extends EventTarget {
        constructor(url) {
            super();
            this.frame = document.body.appendChild(document.createElement("iframe"));
            this.frame.hidden = true;
            const inside = this.frame.contentWindow;
            window.addEventListener("message", (event) => {
                if (event.source === inside) this.dispatchEvent(new MessageEvent("message", { data: event.data }));
            });
            inside.document.open();
            inside.document.write(`<script>
                postMessage = (data) => parent.postMessage(data, "*");
                importScripts = (...urls) => urls.reduce((before, url) => before.then(() => new Promise((done) => {
                    const script = document.createElement("script");
                    script.src = url;
                    script.onload = done;
                    document.head.appendChild(script);
                })), Promise.resolve());
                <\/script><script src="${url}"><\/script>`);
            inside.document.close();
            this.loaded = new Promise((done) => { inside.onload = done; });
        }
        set onmessage(listener) { this.addEventListener("message", listener); }
        postMessage(data) {
            this.loaded.then(() => this.frame.contentWindow.dispatchEvent(new MessageEvent("message", { data })));
        }
        terminate() { this.frame.remove(); }
    };
}
