import { DomainError } from '#app/kernel/domain_error'
import { type Node, parsePattern } from '#app/kernel/pattern/parse_pattern'
import { findPlace, PatternStates, type Step } from '#app/kernel/pattern/pattern_states'

/** The most instructions of an expression once its repetitions are written out. */
export const SIZE_MAX = 2_000

export type SafePattern = (text: string) => boolean

/** Where a pattern is found first in a text, as offsets; null where it is not. */
export type PatternPlace = (text: string) => [from: number, to: number] | null

/**
 * A search for a regular expression whose time grows with the text and never explodes: every state is followed at once
 * (Thompson), so that nothing a person writes can stop the server. No back references and no looking around, as in RE2.
 * Throws E_PATTERN, in Spanish, at `pattern` for anything else.
 */
export function compilePattern(source: string): SafePattern {
  const states = new PatternStates(programOf(source))
  return (text) => states.isIn(text)
}

/** The same search where somebody wants to see the place: the leftmost match, and of those the longest. */
export function compilePlace(source: string): PatternPlace {
  const program = programOf(source)
  return (text) => findPlace(program, text)
}

/** How many instructions an expression has once written out: what it costs a character at worst. Throws as `compilePattern`. */
export const patternSize = (source: string): number => programOf(source).length

/** The instructions of an expression, at most `SIZE_MAX` and one. Throws as `compilePattern`. */
export function programOf(source: string): Step[] {
  const node = parsePattern(source)
  refuseLong(node)
  const program: Step[] = []
  emit(node, program)
  program.push({ kind: 'found' })
  return program
}

/** Its size is known before any of it is written out: repetitions of repetitions grow beyond all bounds. */
function refuseLong(node: Node): void {
  if (sizeOf(node) <= SIZE_MAX) return
  throw new DomainError('E_PATTERN', 'La expresión es demasiado larga: reduzca sus repeticiones.', {
    field: 'pattern',
  })
}

/** Instructions of a part; one that has none, such as an empty group, costs its writing all the same. */
function sizeOf(node: Node): number {
  const sum = (parts: readonly Node[]) => parts.reduce((all, part) => all + sizeOf(part), 0)
  switch (node.kind) {
    case 'sequence':
      return Math.max(1, sum(node.parts))
    case 'either':
      return sum(node.parts) + 2 * (node.parts.length - 1)
    case 'repeat': {
      const { of, min, max } = node
      return Math.max(1, max === null ? (min + 1) * sizeOf(of) + 2 : max * sizeOf(of) + max - min)
    }
    default:
      return 1
  }
}

function emit(node: Node, program: Step[]): void {
  switch (node.kind) {
    case 'take':
    case 'start':
    case 'end':
      program.push(node)
      return
    case 'sequence':
      for (const part of node.parts) emit(part, program)
      return
    case 'either':
      emitEither(node.parts, program)
      return
    case 'repeat':
      emitRepeat(node, program)
      return
    default:
      node satisfies never
  }
}

function emitEither(parts: Node[], program: Step[]): void {
  const exits: { kind: 'go'; to: number }[] = []
  for (const [at, part] of parts.entries()) {
    if (at === parts.length - 1) {
      emit(part, program)
      break
    }
    const split = { kind: 'split' as const, a: program.length + 1, b: 0 }
    program.push(split)
    emit(part, program)
    const exit = { kind: 'go' as const, to: 0 }
    program.push(exit)
    exits.push(exit)
    split.b = program.length
  }
  for (const exit of exits) exit.to = program.length
}

function emitRepeat({ of, min, max }: Extract<Node, { kind: 'repeat' }>, program: Step[]): void {
  for (let times = 0; times < min; times++) emit(of, program)
  if (max === null) {
    const again = program.length
    const split = { kind: 'split' as const, a: again + 1, b: 0 }
    program.push(split)
    emit(of, program)
    program.push({ kind: 'go', to: again })
    split.b = program.length
    return
  }
  const splits: { kind: 'split'; a: number; b: number }[] = []
  for (let times = min; times < max; times++) {
    const split = { kind: 'split' as const, a: program.length + 1, b: 0 }
    program.push(split)
    splits.push(split)
    emit(of, program)
  }
  for (const split of splits) split.b = program.length
}
