/** One instruction of a compiled expression. */
export type Step =
  | { kind: 'take'; takes: (char: string) => boolean }
  | { kind: 'start' | 'end' | 'found' }
  | { kind: 'split'; a: number; b: number }
  | { kind: 'go'; to: number }

type State = {
  /** The instructions that may come next, closed over those that take no character. */
  at: number[]
  isFound: boolean
  /** Whether the text may end here; asked once and kept. */
  isFoundAtEnd: boolean | null
  next: Map<string, State>
}

const STATES_MAX = 500

/**
 * The sets of instructions that a text leads through, each worked out once and kept (RE2 calls it a lazy automaton): a
 * second text costs one look-up a character. Beyond a limit of sets they are forgotten and worked out again.
 */
export class PatternStates {
  readonly #program: Step[]
  #known = new Map<string, State>()
  #first: State | null = null

  constructor(program: Step[]) {
    this.#program = program
  }

  isIn(text: string): boolean {
    this.#first ??= this.#stateOf([0], { isStart: true, isEnd: false })
    let state = this.#first
    for (const char of text) {
      if (state.isFound) return true
      state = state.next.get(char) ?? this.#step(state, char)
    }
    if (state.isFound) return true
    state.isFoundAtEnd ??= reach(this.#program, state.at, {
      isStart: state === this.#first,
      isEnd: true,
    }).some((at) => this.#program[at]?.kind === 'found')
    return state.isFoundAtEnd
  }

  #step(from: State, char: string): State {
    // A match may begin anywhere.
    const taken = [0]
    for (const at of from.at) {
      const step = this.#program[at]
      if (step?.kind === 'take' && step.takes(char)) taken.push(at + 1)
    }
    const state = this.#stateOf(taken, { isStart: false, isEnd: false })
    from.next.set(char, state)
    return state
  }

  #stateOf(from: number[], place: Place): State {
    const at = reach(this.#program, from, place).sort((a, b) => a - b)
    const key = `${place.isStart ? '^' : ''}${at.join(' ')}`
    const known = this.#known.get(key)
    if (known) return known
    if (this.#known.size >= STATES_MAX) {
      this.#known = new Map()
      this.#first = null
    }
    const isFound = at.some((index) => this.#program[index]?.kind === 'found')
    const state: State = { at, isFound, isFoundAtEnd: null, next: new Map() }
    this.#known.set(key, state)
    return state
  }
}

type Place = { isStart: boolean; isEnd: boolean }

/** Every instruction that can be reached without taking a character. */
function reach(program: Step[], from: readonly number[], { isStart, isEnd }: Place): number[] {
  const reached = new Set<number>()
  const waiting = [...from]
  for (let at = waiting.pop(); at !== undefined; at = waiting.pop()) {
    if (reached.has(at)) continue
    reached.add(at)
    const step = program[at]
    if (step?.kind === 'go') waiting.push(step.to)
    if (step?.kind === 'split') waiting.push(step.a, step.b)
    if ((step?.kind === 'start' && isStart) || (step?.kind === 'end' && isEnd)) waiting.push(at + 1)
  }
  return [...reached]
}

/** The leftmost match and of those the longest: each instruction remembers the earliest beginning that led to it. */
export function findPlace(program: Step[], text: string): [from: number, to: number] | null {
  const chars = [...text]
  let begun = new Map<number, number>()
  let found: [number, number] | null = null
  let offset = 0
  for (let index = 0; index <= chars.length; index++) {
    const place = { isStart: index === 0, isEnd: index === chars.length }
    const starts = found ? [...begun] : [...begun, [0, offset] as [number, number]]
    const reached = new Map<number, number>()
    for (const [at, from] of starts.sort((a, b) => a[1] - b[1]))
      for (const next of reach(program, [at], place)) if (!reached.has(next)) reached.set(next, from)
    const char = chars[index]
    begun = new Map()
    for (const [at, from] of reached) {
      const step = program[at]
      if (step?.kind === 'found' && (!found || from <= found[0])) found = [from, offset]
      if (step?.kind !== 'take' || char === undefined || !step.takes(char)) continue
      if (!found || from <= found[0]) begun.set(at + 1, Math.min(from, begun.get(at + 1) ?? from))
    }
    offset += char?.length ?? 0
  }
  return found
}
