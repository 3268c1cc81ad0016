// Makes web/dist from web/src: messages from ../proto, type check, one script, one style sheet, the page and its icon.
// The same bytes on every machine: all tools are pinned by package-lock.json.
import { execFileSync } from "node:child_process";
import { copyFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { gzipSync } from "node:zlib";
import { build } from "esbuild";

const BOUND = 80 * 1024;
// What the page loads to start. licences.txt is not of it: that is loaded by whoever clicks on it.
const FILES = ["index.html", "app.js", "app.css", "favicon.svg"];
const CALLS = ["Solve", "StreamSolve", "CheckMove", "GetHint", "ReplayMoves", "ConvertPosition", "GetServerInfo"];
const SPOKEN = {
  "../proto": ["tsume.v1.InputFaults", ...CALLS.map((call) => `tsume.v1.TsumeService.${call}`)],
  proto: ["google.rpc.RetryInfo"],
};
const GENERATED = ["generated/tsume/v1/tsume_pb.ts", "generated/google/rpc/error_details_pb.ts"];
const DRAWN = "王玉飛角金銀桂香歩と杏圭全龍馬KRBGSNLP+";
const PACKAGES = ["preact", "@connectrpc/connect", "@connectrpc/connect-web", "@bufbuild/protobuf"];
const NOTICE = `/*! tsumi, MIT OR Apache-2.0. Contains Preact (MIT, (c) 2015-present Jason Miller), Connect for ECMAScript
(Apache-2.0, (c) The Connect Authors), Protobuf-ES (Apache-2.0 AND BSD-3-Clause, (c) Buf Technologies, Inc. and Google
Inc.), and outlines of glyphs (OFL-1.1, (c) The Yuji Project Authors and The Kaisei Project Authors). Texts: licences.txt. */`;

process.chdir(import.meta.dirname);
const bin = (name) => `node_modules/.bin/${name}`;
const run = (name, ...args) => execFileSync(bin(name), args, { stdio: "inherit" });

// Code for the calls that the page makes, and for the details of refusals that it reads.
function generate() {
  rmSync("generated", { recursive: true, force: true });
  const plugins = JSON.stringify({
    version: "v2",
    plugins: [{ local: bin("protoc-gen-es"), out: "generated", opt: ["target=ts", "import_extension=none"] }],
  });
  for (const [source, types] of Object.entries(SPOKEN)) {
    run("buf", "generate", source, "--template", plugins, ...types.flatMap((type) => ["--type", type]));
  }
  for (const file of GENERATED) writeFileSync(file, unpacked(readFileSync(file, "utf8")));
}

// Names in a descriptor repeat, and a compressor finds that once they are not hidden in base64.
function unpacked(code) {
  const text = (base64) => JSON.stringify(Buffer.from(base64, "base64").toString("latin1"));
  return code.replace(/fileDesc\("([^"]+)"/g, (_, base64) => `fileDesc(btoa(${text(base64)})`);
}

// The outlines that the page draws pieces with, out of the table that pictures are drawn with.
function glyphs() {
  const lines = readFileSync("../src/picture/glyphs/glyphs.txt", "utf8").split("\n").map((line) => line.split("\t"));
  const wanted = lines.filter(([character, , outline]) => outline && DRAWN.includes(character));
  const rows = wanted.map(([character, advance, outline]) => `  ${JSON.stringify(character)}: [${Number(advance)}, ${JSON.stringify(outline)}],\n`);
  writeFileSync("generated/glyphs.ts", `export const GLYPHS: Readonly<Record<string, readonly [number, string]>> = {\n${rows.join("")}};\n`);
}

// The page speaks the binary form alone. The libraries bring along that of JSON, which nothing here calls: a tenth of the bundle.
function leaveOutJson(esbuild) {
  esbuild.onLoad({ filter: /@bufbuild\/protobuf\/dist\/esm\/(from|to)-json\.js$/ }, ({ path }) => {
    const names = [...readFileSync(path, "utf8").matchAll(/^export function (\w+)/gm)].map(([, name]) => `none as ${name}`);
    return { contents: `const none = () => { throw new Error("no JSON here"); };\nexport { ${names.join(", ")} };` };
  });
}

// The texts that the licences of what the script holds ask for with each copy.
function licences() {
  const text = (path) => readFileSync(path, "utf8").replaceAll("\r\n", "\n").trim();
  // The comment that a source begins with: some packages bring their notice only there.
  const comment = (path) => text(path).match(/^(\/\/.*\n)+/)[0].replace(/^\/\/ ?/gm, "").trim();
  const esm = (name) => `node_modules/${name}/dist/esm`;
  const of = Object.fromEntries(PACKAGES.map((name) => [name, JSON.parse(text(`node_modules/${name}/package.json`))]));
  const title = (name) => `${name} ${of[name].version}, ${of[name].license}`;
  const [preact, ...others] = PACKAGES;
  const parts = [
    ["tsumi, MIT OR Apache-2.0, and what its page is made of", text("../LICENSE-MIT")],
    [title(preact), text(`node_modules/${preact}/LICENSE`)],
    ...others.map((name) => [title(name), comment(`${esm(name)}/index.js`)]),
    ["Parts of @bufbuild/protobuf, BSD-3-Clause", comment(`${esm("@bufbuild/protobuf")}/wire/varint.js`)],
    ["Outlines of glyphs, OFL-1.1", text("../src/picture/glyphs/OFL.txt")],
    ["Apache-2.0", text("../LICENSE-APACHE")],
  ];
  const rule = "=".repeat(80);
  writeFileSync("dist/licences.txt", parts.map(([head, body]) => `${rule}\n${head}\n${rule}\n\n${body}\n`).join("\n"));
}

const options = {
  bundle: true,
  minify: true,
  charset: "utf8",
  target: ["es2022", "chrome100", "firefox100", "safari15.4"],
  legalComments: "none",
  logLevel: "warning",
  plugins: [{ name: "binary alone", setup: leaveOutJson }],
};

generate();
glyphs();
run("tsc", "--noEmit");
if (process.argv.includes("--check")) process.exit(0);
mkdirSync("dist", { recursive: true });
await build({ ...options, entryPoints: ["src/main.tsx"], outfile: "dist/app.js", format: "esm", banner: { js: NOTICE } });
await build({ ...options, entryPoints: ["src/app.css"], outfile: "dist/app.css" });
licences();
for (const file of ["index.html", "favicon.svg"]) copyFileSync(`src/${file}`, `dist/${file}`);

let sum = 0;
for (const file of FILES) {
  const bytes = readFileSync(`dist/${file}`);
  const size = gzipSync(bytes, { level: 9 }).length;
  sum += size;
  console.log(`${file.padEnd(12)} ${String(bytes.length).padStart(7)} bytes, ${String(size).padStart(6)} gzipped`);
}
console.log(`in all ${sum} bytes gzipped of at most ${BOUND}`);
if (sum > BOUND) {
  console.error("the bundle is too large");
  process.exit(1);
}
