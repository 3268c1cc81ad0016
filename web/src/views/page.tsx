// The page as a whole.

import { useState } from "preact/hooks";
import { useToken } from "../api.ts";
import { EXAMPLES } from "../examples.ts";
import { language, plies, setLanguage, t } from "../language.ts";
import { exampleOnBoard, examine, showExample, writeAddress } from "../problem.ts";
import { playing } from "../playing.ts";
import type { Kind } from "../position.ts";
import { copy, copyPicture, save } from "../sharing.ts";
import { store, type Mode } from "../store.ts";
import { LANGUAGES, PIECE_LANGUAGES, PIECES, type PieceName } from "../strings.ts";
import { Table } from "./board.tsx";
import { Action, Faults } from "./controls.tsx";
import { Dialogs } from "./dialogs.tsx";
import { Icon } from "./icons.tsx";
import { UnderBoard } from "./line.tsx";
import { PieceView, Shapes } from "./piece.tsx";
import { PlayPanel, VerdictView } from "./play-panel.tsx";
import { PositionPanel } from "./position-panel.tsx";
import { SolvePanel } from "./solve-panel.tsx";

/** The piece that stands for a style of pieces. */
const SAMPLE = { side: "b", kind: "G", promoted: false } as const;
const MODES: readonly Mode[] = ["position", "solve", "play"];

export function Page() {
  return (
    <>
      <Shapes />
      <Header />
      <main class="page">
        <div class="left">
          <Table />
          {store.mode === "solve" && <UnderBoard />}
          {store.mode === "play" && <VerdictView />}
        </div>
        <div class="right">
          <Examples />
          <Tabs />
          <Panel />
          <Share />
          <Names />
        </div>
      </main>
      <footer class="soft">{store.version && t("about", { version: store.version })} <a id="licences" href="licences.txt">{t("licences")}</a></footer>
      <p id="live" class="unseen" role="status" aria-live="polite">{store.said}</p>
      <Dialogs />
    </>
  );
}

function Header() {
  const pieces = (western: boolean) => () => {
    store.western = western;
    redraw();
  };
  return (
    <header>
      <h1><span class="brand">tsumi</span> <span class="tagline">{t("tagline")}</span></h1>
      <div class="tools">
        <div class="pair" role="group" aria-label={t("pieces_style")}>
          <button type="button" id="pieces-japanese" aria-pressed={!store.western} aria-label={t("pieces_japanese")} title={t("pieces_japanese")} onClick={pieces(false)}><PieceView piece={SAMPLE} bottom="b" western={false} /></button>
          <button type="button" id="pieces-western" aria-pressed={store.western} aria-label={t("pieces_western")} title={t("pieces_western")} onClick={pieces(true)}><PieceView piece={SAMPLE} bottom="b" western={true} /></button>
        </div>
        <button
          type="button"
          id="flip"
          class="tool"
          aria-pressed={store.flip}
          aria-label={t("flip")}
          title={t("flip")}
          onClick={() => {
            store.flip = !store.flip;
            redraw();
          }}
        ><Icon name="flip" /></button>
        <select id="language" class="tool" aria-label={t("language")} onChange={(event) => chooseLanguage(event.currentTarget.value)}>
          {Object.entries(LANGUAGES).map(([code, name]) => <option value={code} selected={code === language()}>{name}</option>)}
        </select>
      </div>
    </header>
  );
}

function chooseLanguage(code: string): void {
  setLanguage(code);
  // Sentences that were said in the language before.
  store.note = store.trouble = store.textNote = "";
  redraw();
}

function redraw(): void {
  writeAddress(false);
  store.changed();
}

function Examples() {
  const shown = exampleOnBoard();
  return (
    <nav class="examples" aria-label={t("examples")}>
      <h2>{t("examples")}</h2>
      <ul id="examples">
        {EXAMPLES.map((example, index) => {
          const length = example.plies > 0 ? plies(example.plies) : t("example_none");
          return (
            <li key={index}>
              <button
                type="button"
                data-example={index + 1}
                aria-current={shown === index ? "true" : undefined}
                aria-label={t("example", { number: index + 1, plies: length })}
                onClick={() => showExample(index)}
              >
                <b>{index + 1}</b> <span>{length}</span>
              </button>
            </li>
          );
        })}
      </ul>
    </nav>
  );
}

export function setMode(mode: Mode): void {
  store.mode = mode;
  store.picked = undefined;
  if (mode === "play") void playing.begin();
  store.changed();
}

function Tabs() {
  const step = (event: KeyboardEvent) => {
    const by = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (by === undefined) return;
    event.preventDefault();
    const next = MODES[(MODES.indexOf(store.mode) + by + MODES.length) % MODES.length] ?? "solve";
    setMode(next);
    document.getElementById(`tab-${next}`)?.focus();
  };
  return (
    <div class="tabs" role="tablist" aria-label={t("tabs")} onKeyDown={step}>
      {MODES.map((mode) => (
        <button
          key={mode}
          type="button"
          role="tab"
          id={`tab-${mode}`}
          aria-selected={store.mode === mode}
          aria-controls="panel"
          tabIndex={store.mode === mode ? 0 : -1}
          onClick={() => setMode(mode)}
        >
          {t(`tab_${mode}`)}
        </button>
      ))}
    </div>
  );
}

function Panel() {
  return (
    <section id="panel" class="panel" role="tabpanel" aria-labelledby={`tab-${store.mode}`} data-mode={store.mode}>
      {store.wantsToken && <Token />}
      {store.trouble && <p id="trouble" class="trouble">{store.trouble}</p>}
      {store.faults.length > 0 && (
        <div class="faulty">
          <h3>{t("faults")}</h3>
          <Faults id="faults" faults={store.faults} />
        </div>
      )}
      {store.mode === "position" && <PositionPanel />}
      {store.mode === "solve" && <SolvePanel />}
      {store.mode === "play" && <PlayPanel />}
    </section>
  );
}

/** Asks for the token without which the service takes no calls. */
function Token() {
  const take = (event: SubmitEvent) => {
    event.preventDefault();
    const field = document.getElementById("token");
    if (field instanceof HTMLInputElement && useToken(field.value.trim())) return void examine();
    store.trouble = t("error_token_text");
    store.say(store.trouble);
  };
  return (
    <form class="row-of" onSubmit={take}>
      <label class="choice" for="token">
        <span>{t("token")}</span>
        <input id="token" type="password" autocomplete="off" required />
      </label>
      <button type="submit" id="token-use" class="action main">{t("token_use")}</button>
    </form>
  );
}

function Share() {
  const forms = ["link", "sfen", "kif", "usi"] as const;
  const pictures = ["svg", "png"] as const;
  return (
    <section class="share" aria-label={t("share")}>
      <h2>{t("share")}</h2>
      <div class="row-of">
        {forms.map((form) => <Action key={form} id={`copy-${form}`} onAct={() => void copy(form)}>{t(`copy_${form}`)}</Action>)}
        <Action id="copy-picture" onAct={() => void copyPicture()}>{t("copy_picture")}</Action>
        {pictures.map((form) => <Action key={form} id={`save-${form}`} onAct={() => void save(form)}>{t(`picture_${form}`)}</Action>)}
      </div>
      {store.note && <p id="note" class="good">{store.note}</p>}
    </section>
  );
}

/** The pieces with their names in every language that has some; drawn once it is opened. */
function Names() {
  const [open, setOpen] = useState(false);
  return (
    <details class="names" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{t("names")}</summary>
      {open && <NameTable />}
    </details>
  );
}

function NameTable() {
  const rows = Object.keys(PIECES) as PieceName[];
  const columns = Object.keys(PIECE_LANGUAGES) as (keyof typeof PIECE_LANGUAGES)[];
  return (
    <div class="scroll" tabIndex={0} role="region" aria-label={t("names")}>
      <table id="names">
        <thead>
          <tr><th scope="col">{t("pieces_style")}</th>{columns.map((code) => <th key={code} scope="col">{PIECE_LANGUAGES[code]}</th>)}</tr>
        </thead>
        <tbody>
          {rows.map((key) => {
            const piece = { side: store.bottom, kind: key.at(-1) as Kind, promoted: key.length > 1 };
            return (
              <tr key={key}>
                <td><PieceView piece={piece} western={false} /><PieceView piece={piece} western={true} /></td>
                {columns.map((code) => <td key={code} lang={code}>{PIECES[key][code]}</td>)}
              </tr>
            );
          })}
        </tbody>
      </table>
    </div>
  );
}
