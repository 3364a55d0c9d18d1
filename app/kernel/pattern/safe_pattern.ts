import { DomainError } from '#app/kernel/domain_error'
import { type Node, parsePattern } from '#app/kernel/pattern/parse_pattern'
import { findPlace, PatternStates, type Step } from '#app/kernel/pattern/pattern_states'

const stepsMax = 2_000

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

function programOf(source: string): Step[] {
  const program: Step[] = []
  emit(parsePattern(source), program)
  program.push({ kind: 'found' })
  return program
}

function emit(node: Node, program: Step[]): void {
  if (program.length > stepsMax)
    throw new DomainError('E_PATTERN', 'La expresión es demasiado larga: reduzca sus repeticiones.', {
      field: 'pattern',
    })
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
    const split = { kind: 'split' as const, a: program.length + 1, b: 0 }
    program.push(split)
    emit(of, program)
    program.push({ kind: 'go', to: program.indexOf(split) })
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
