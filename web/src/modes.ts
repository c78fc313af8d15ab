// The mode that is chosen is played, with an amplitude that stays, or one that grows or decays.
import { mountFilm } from "./motion";
import type { Film, Mode, ModeFilm, Report } from "./report";
import { chosenFilm, filmedModes } from "./sections/modes";

export function wireModes(page: HTMLElement, { stability }: Report): void {
  const modes = filmedModes(stability?.motion?.modes ?? []);
  const stage = page.querySelector<HTMLElement>("#mode-stage");
  const choice = page.querySelector<HTMLSelectElement>("#mode");
  const grows = page.querySelector<HTMLInputElement>("#mode-grows");
  if (stage === null || choice === null || grows === null) return;
  let end = (): void => undefined;
  let wanted = false;
  const show = (): void => {
    const mode = modes[Number(choice.value)]!;
    const isFixed = mode.steady === null || mode.growing === null;
    const { film, isGrowing } = chosenFilm(mode, wanted);
    grows.disabled = isFixed;
    grows.checked = isGrowing;
    end();
    end = mountFilm(stage, filmOf(mode, film));
    stage.dataset.mode = choice.value;
  };
  choice.addEventListener("change", show);
  grows.addEventListener("change", () => {
    wanted = grows.checked;
    show();
  });
  show();
}

function filmOf({ eigenvalue }: Mode, { times, scene }: ModeFilm): Film {
  return { name: eigenvalue, form: "the linearised equations", events: [], times, joined: true, panels: [], scene };
}
