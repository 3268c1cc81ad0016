// The panel in which the visitor attacks and the service defends.

import { EXAMPLES } from "../examples.ts";
import { moveText, t } from "../language.ts";
import { playing } from "../playing.ts";
import { exampleOnBoard, showExample } from "../problem.ts";
import { solving } from "../solving.ts";
import { store } from "../store.ts";
import { Action } from "./controls.tsx";

const SIGNS: Readonly<Record<string, string>> = { correct: "✓", solved: "✓", longer: "…", escape: "✗" };

/** What the last move was worth; it stands under the board, where the visitor looks. */
export function VerdictView() {
  const { verdict, message, busy } = playing;
  const text = message() || t("play_your_move");
  return <p id="verdict" class={`verdict ${verdict}`} data-result={verdict} data-busy={busy} aria-busy={busy}>{text}</p>;
}

export function PlayPanel() {
  const { verdict, moves, hintLevel, busy, open } = playing;
  return (
    <>
      <p class="soft">{t("play_intro")}</p>
      <div class="row-of">
        <Action id="hint" main={verdict !== "solved"} onAct={() => void playing.askHint()} disabled={!open || hintLevel >= 3}>
          {t(hintLevel > 0 ? "hint_more" : "hint")}
        </Action>
        <Action id="take-back" main={verdict === "escape"} onAct={() => playing.takeBack()} disabled={!moves.some((_, index) => playing.isOwn(index))}>{t("take_back")}</Action>
        <Action id="reset" onAct={() => playing.reset()} disabled={moves.length === 0 && (busy || open)}>{t("reset")}</Action>
        <Action id="play-stop" onAct={() => playing.stop()} disabled={playing.waits !== "service"}>{t("stop")}</Action>
        <Action id="give-up" onAct={giveUp}>{t("give_up")}</Action>
        {verdict === "solved" && <Action id="next" main onAct={next}>{t("next_problem")}</Action>}
      </div>
      {moves.length > 0 && (
        <section class="block">
          <h3>{t("moves_so_far")}</h3>
          <ol id="played" class="moves">
            {moves.map((move, index) => (
              <li key={index} class="move" data-ply={index + 1} data-usi={move.usi} data-result={move.verdict}>
                <span class="number">{index + 1}</span> {moveText(move.text)}{" "}
                {playing.isOwn(index) && <span class={`sign ${move.verdict}`} aria-hidden="true">{SIGNS[move.verdict]}</span>}
              </li>
            ))}
          </ol>
        </section>
      )}
    </>
  );
}

function giveUp(): void {
  playing.stop();
  store.mode = "solve";
  store.picked = undefined;
  void solving.solve();
}

function next(): void {
  showExample((exampleOnBoard() + 1) % EXAMPLES.length);
}
