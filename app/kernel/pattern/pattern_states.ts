/** One instruction of a compiled expression. */
export type Step =
  | { kind: 'take'; takes: (char: string) => boolean }
  | { kind: 'start' | 'end' | 'found' }
  | { kind: 'split'; a: number; b: number }
  | { kind: 'go'; to: number }

type State = {
  /** The instructions that may come next and take a character, end a text or end the search. */
  at: readonly number[]
  isStart: boolean
  isFound: boolean
  /** Whether the text may end here; asked once and kept. */
  isFoundAtEnd: boolean | null
  next: Map<string, State>
}

/**
 * The sets of instructions that a text leads through, each worked out once and kept (RE2 calls it a lazy automaton): a
 * second text costs one look-up a character. What is kept is forgotten as soon as it fills its room, and worked out
 * again: a character never costs more than one walk over the program, and an expression never more memory than that.
 */
export class PatternStates {
  /** Instructions and characters that are remembered at once. */
  static readonly ROOM_MAX = 20_000
  readonly #program: readonly Step[]
  readonly #reach: Reach
  #known = new Map<string, State>()
  #first: State | null = null
  #remembered = 0

  constructor(program: readonly Step[]) {
    this.#program = program
    this.#reach = new Reach(program)
  }

  /** Instructions followed so far. */
  get followed(): number {
    return this.#reach.followed
  }

  get remembered(): number {
    return this.#remembered
  }

  isIn(text: string): boolean {
    this.#first ??= this.#stateOf([0], true)
    let state = this.#first
    for (const char of text) {
      if (state.isFound) return true
      state = state.next.get(char) ?? this.#step(state, char)
    }
    state.isFoundAtEnd ??= state.isFound || this.#mayEnd(state)
    return state.isFoundAtEnd
  }

  #mayEnd({ at, isStart }: State): boolean {
    this.#reach.begin()
    this.#reach.from(at, { isStart, isEnd: true })
    return this.#reach.reached.some((index) => this.#program[index]?.kind === 'found')
  }

  #step(from: State, char: string): State {
    // A match may begin anywhere.
    const taken = [0]
    for (const at of from.at) {
      const step = this.#program[at]
      if (step?.kind === 'take' && step.takes(char)) taken.push(at + 1)
    }
    const state = this.#stateOf(taken, false)
    this.#makeRoom(1)
    from.next.set(char, state)
    return state
  }

  #stateOf(from: readonly number[], isStart: boolean): State {
    this.#reach.begin()
    this.#reach.from(from, { isStart, isEnd: false })
    const at = this.#reach.inOrder().filter((index) => doesWait(this.#program[index]))
    const key = (isStart ? '^' : '') + String.fromCharCode(...at)
    const known = this.#known.get(key)
    if (known) return known
    this.#makeRoom(at.length + 1)
    const isFound = at.some((index) => this.#program[index]?.kind === 'found')
    const state: State = { at, isStart, isFound, isFoundAtEnd: null, next: new Map() }
    this.#known.set(key, state)
    return state
  }

  #makeRoom(count: number): void {
    if (this.#remembered + count > PatternStates.ROOM_MAX) {
      for (const state of this.#known.values()) state.next.clear()
      this.#known = new Map()
      this.#first = null
      this.#remembered = 0
    }
    this.#remembered += count
  }
}

const doesWait = (step: Step | undefined) =>
  step?.kind === 'take' || step?.kind === 'end' || step?.kind === 'found'

type Place = { isStart: boolean; isEnd: boolean }

/** Follows a program through all that takes no character, each instruction once. */
export class Reach {
  /** What was reached since `begin`, in the order in which it was. */
  reached: number[] = []
  /** Instructions followed in all: what a search costs. */
  followed = 0
  readonly #program: readonly Step[]
  readonly #seen: Int32Array
  #round = 0

  constructor(program: readonly Step[]) {
    this.#program = program
    this.#seen = new Int32Array(program.length)
  }

  begin(): void {
    this.#round++
    this.reached = []
  }

  /** Adds every instruction that can be reached from some without taking a character. */
  from(starts: readonly number[], { isStart, isEnd }: Place): void {
    const waiting = [...starts]
    for (let at = waiting.pop(); at !== undefined; at = waiting.pop()) {
      if (this.#seen[at] === this.#round) continue
      this.#seen[at] = this.#round
      this.followed++
      this.reached.push(at)
      const step = this.#program[at]
      if (step?.kind === 'go') waiting.push(step.to)
      if (step?.kind === 'split') waiting.push(step.a, step.b)
      if ((step?.kind === 'start' && isStart) || (step?.kind === 'end' && isEnd)) waiting.push(at + 1)
    }
  }

  /** What was reached, by its place in the program. */
  inOrder(): number[] {
    return Array.from(Uint16Array.from(this.reached).sort())
  }
}

/** The leftmost match and of those the longest: each instruction remembers the earliest beginning that led to it. */
export function findPlace(
  program: readonly Step[],
  text: string,
  reach = new Reach(program)
): [from: number, to: number] | null {
  const chars = [...text]
  /** Instructions with the beginning that led to them, the earliest first. */
  let begun: [at: number, from: number][] = []
  let found: [number, number] | null = null
  let offset = 0
  for (let index = 0; index <= chars.length; index++) {
    const place = { isStart: index === 0, isEnd: index === chars.length }
    const char = chars[index]
    const next: typeof begun = []
    if (!found) begun.push([0, offset])
    reach.begin()
    for (const [start, from] of begun) {
      if (found && from > found[0]) break
      const before = reach.reached.length
      reach.from([start], place)
      for (const at of reach.reached.slice(before)) {
        const step = program[at]
        if (step?.kind === 'found') found = [from, offset]
        else if (step?.kind === 'take' && char !== undefined && step.takes(char)) next.push([at + 1, from])
      }
    }
    begun = next
    offset += char?.length ?? 0
  }
  return found
}
