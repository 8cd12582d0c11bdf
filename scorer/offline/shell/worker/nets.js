// The networks of the photo reader. To run them by another engine, write a module like onnx.js and import it here instead.

import { discard } from "../shared/memory.js";
import { startOnnx as startEngine } from "./onnx.js";

/**
 * @typedef {{data: Float32Array, shape: number[]}} Tensor
 * @typedef {(fill: (input: Float32Array) => void, shape: number[]) => Tensor} Net Runs a network and returns its output, never a
 *   promise, because Python cannot wait for one. ``fill`` writes the input into the network's own memory. ``data`` may be a
 *   view of that memory: it is copied before the network runs again.
 * @typedef {(name: string) => string} At Returns the address of a file of the reader.
 * @typedef {(at: At) => Promise<(model: Uint8Array) => Net>} StartEngine Loads an engine, which creates a network from an ONNX
 *   file with one input and one output. It must copy the file's bytes.
 */

/**
 * @param {At} at
 * @param {string[]} names The files of the networks.
 * @param {(part: number) => void} tell Receives the fraction that is loaded, 0 to 1.
 * @returns {Promise<(name: string, pixels: any, shape: number[]) => Tensor | undefined>} Runs a network on a float32 array of
 *   Python.
 */
export async function loadNets(at, names, tell) {
  const create = await startEngine(at);
  tell(1 / (1 + names.length));
  /** @type {Map<string, Net>} */
  const nets = new Map();
  for (const name of names) {
    const file = await (await fetch(at(name))).arrayBuffer();
    nets.set(name, create(new Uint8Array(file)));
    discard(file);
    tell((1 + nets.size) / (1 + names.length));
  }
  return (name, pixels, shape) => {
    const buffer = pixels.getBuffer("f32");
    try {
      return nets.get(name)?.((input) => input.set(buffer.data), shape);
    } finally {
      buffer.release();
    }
  };
}
