/** A trie in three flat arrays: (node, symbol) leads to a node; open addressing, at most half full. */
export class StepTable {
  #nodes: Int32Array
  #symbols: Int32Array
  #targets: Int32Array
  #mask: number
  #used = 0
  /** How many nodes there are; the root is 0. */
  size = 1

  constructor(expected: number) {
    let room = 16
    while (room < expected * 2) room *= 2
    this.#nodes = new Int32Array(room).fill(-1)
    this.#symbols = new Int32Array(room)
    this.#targets = new Int32Array(room)
    this.#mask = room - 1
  }

  /** The node a step leads to; 0 where there is none. */
  step(node: number, symbol: number): number {
    for (let at = this.#place(node, symbol); ; at = (at + 1) & this.#mask) {
      const known = this.#nodes[at]
      if (known === -1) return 0
      if (known === node && this.#symbols[at] === symbol) return this.#targets[at] ?? 0
    }
  }

  /** The same, made where there was none. */
  add(node: number, symbol: number): number {
    const known = this.step(node, symbol)
    if (known !== 0) return known
    if (++this.#used * 2 > this.#mask) this.#grow()
    const target = this.size++
    this.#put(node, symbol, target)
    return target
  }

  #place(node: number, symbol: number): number {
    const mixed = Math.imul(node, 0x9e3779b1) ^ Math.imul(symbol + 1, 0x85ebca6b)
    return (mixed ^ (mixed >>> 15)) & this.#mask
  }

  #put(node: number, symbol: number, target: number): void {
    let at = this.#place(node, symbol)
    while (this.#nodes[at] !== -1) at = (at + 1) & this.#mask
    this.#nodes[at] = node
    this.#symbols[at] = symbol
    this.#targets[at] = target
  }

  #grow(): void {
    const [nodes, symbols, targets] = [this.#nodes, this.#symbols, this.#targets]
    const room = nodes.length * 2
    this.#nodes = new Int32Array(room).fill(-1)
    this.#symbols = new Int32Array(room)
    this.#targets = new Int32Array(room)
    this.#mask = room - 1
    for (let at = 0; at < nodes.length; at++)
      if (nodes[at] !== -1) this.#put(nodes[at] ?? 0, symbols[at] ?? 0, targets[at] ?? 0)
  }
}
