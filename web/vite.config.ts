// Builds the page as one file, dist/report.html: styles, script and fonts stand in it, nothing is fetched. The program fills in its two
// markers, which therefore must be there exactly once.
import { defineConfig, type Plugin, type Rollup } from "vite";

const PAGE = "report.html";
const MARKERS = { title: "@REPORT_TITLE@", data: "@REPORT_DATA@" };

/** Replaces the one place where `from` stands; the replacement is taken as it is, signs like $& too. */
function replaceOnce(text: string, from: string | RegExp, to: string, what: string): string {
  if (text.split(from).length !== 2) throw new Error(`${PAGE}: ${what} should be there once`);
  return text.replace(from, () => to);
}

/** KaTeX names each font in three formats: every browser that this page is for reads woff2. */
function fontsAsWoff2(): Plugin {
  return {
    name: "nonholo-fonts-as-woff2",
    enforce: "pre",
    transform(code, id) {
      if (!/katex[^/]*\.css/.test(id)) return null;
      return { code: code.replace(/,\s*url\([^)]*\.(?:woff|ttf)\) format\("[a-z]+"\)/g, ""), map: null };
    },
  };
}

function takeText(bundle: Rollup.OutputBundle, ending: string): string {
  const files = Object.values(bundle).filter(({ fileName }) => fileName.endsWith(ending));
  if (files.length !== 1) throw new Error(`one file *${ending} was expected, not ${files.map((file) => file.fileName).join(", ")}`);
  const file = files[0]!;
  delete bundle[file.fileName];
  if (file.type === "chunk") return file.code;
  return typeof file.source === "string" ? file.source : new TextDecoder().decode(file.source);
}

/** Within <script> and <style> only their own end tags, and "<!--" in a script, mean something to the reader of HTML. */
function asScript(code: string): string {
  return code.trim().replace(/<\/(?=script)/gi, "<\\/").replace(/<!--/g, "<\\!--");
}

function asOneFile(): Plugin {
  return {
    name: "nonholo-as-one-file",
    enforce: "post",
    apply: "build",
    generateBundle(_options, bundle) {
      const script = asScript(takeText(bundle, ".js"));
      const style = takeText(bundle, ".css").trim();
      if (/<\/style/i.test(style)) throw new Error("the styles would end too early");
      if (/url\((?!["']?data:)/.test(style)) throw new Error("the styles name a file that is not in the page");
      let page = takeText(bundle, PAGE);
      page = replaceOnce(page, /\s*<script type="module"[^>]*src="[^"]*"><\/script>/, "", "the script");
      page = replaceOnce(page, /\s*<link rel="stylesheet"[^>]*>/, `\n<style>${style}</style>`, "the link to the styles");
      page = replaceOnce(page, "</body>", `<script type="module">${script}</script>\n</body>`, "the end of the body");
      for (const [what, marker] of Object.entries(MARKERS)) replaceOnce(page, marker, marker, `the marker of the ${what}`);
      this.emitFile({ type: "asset", fileName: PAGE, source: page });
    },
  };
}

/** `npm run dev` shows the report that the tests use. */
function withExample(): Plugin {
  return {
    name: "nonholo-with-example",
    apply: "serve",
    transformIndexHtml: {
      order: "pre",
      async handler(page, { server }) {
        if (server === undefined) return page;
        const { fillPage } = (await server.ssrLoadModule("/tests/page.ts")) as typeof import("./tests/page");
        const { sleigh } = (await server.ssrLoadModule("/tests/fixtures/sleigh.ts")) as typeof import("./tests/fixtures/sleigh");
        // The development server loads modules over the network, which the page itself never does.
        return fillPage(page.replace(/<meta http-equiv="Content-Security-Policy"[^>]*>/, ""), sleigh());
      },
    },
  };
}

export default defineConfig({
  plugins: [fontsAsWoff2(), asOneFile(), withExample()],
  build: {
    target: "es2022",
    outDir: "dist",
    emptyOutDir: true,
    assetsInlineLimit: Number.MAX_SAFE_INTEGER,
    cssCodeSplit: false,
    modulePreload: false,
    reportCompressedSize: false,
    chunkSizeWarningLimit: 1800,
    rollupOptions: { input: PAGE, output: { inlineDynamicImports: true } },
  },
});
