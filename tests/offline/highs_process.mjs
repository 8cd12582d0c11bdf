// Solves programmes as the browser's worker does, for a test: one a line comes in, one solution a line goes out.

import { createInterface } from "node:readline";
import { createRequire } from "node:module";
import { pathToFileURL } from "node:url";

const [folder, script] = process.argv.slice(2);
const { solver } = await import(pathToFileURL(script).href);
const solve = solver(await createRequire(`${folder}/`)("highs")());
for await (const line of createInterface({ input: process.stdin })) process.stdout.write(`${solve(...JSON.parse(line))}\n`);
