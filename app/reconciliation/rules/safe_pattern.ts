import { DomainError } from '#app/kernel/domain_error'
import { type Node, parsePattern } from '#app/reconciliation/rules/parse_pattern'

type Step =
  | { kind: 'take'; takes: (char: string) => boolean }
  | { kind: 'start' | 'end' | 'found' }
  | { kind: 'split'; a: number; b: number }
  | { kind: 'go'; to: number }

const stepsMax = 2_000

export type SafePattern = (text: string) => boolean

/**
 * A search for a regular expression whose time grows with the text and never explodes: every state is followed at once
 * (Thompson), so that nothing a person writes can stop the server. No back references and no looking around, as in RE2.
 * Throws E_PATTERN, in Spanish, at `pattern` for anything else.
 */
export function compilePattern(source: string): SafePattern {
  const program: Step[] = []
  emit(parsePattern(source), program)
  program.push({ kind: 'found' })
  return (text) => search(program, text)
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

/** Every state that is possible after each character; each is visited once a character. */
function search(program: Step[], text: string): boolean {
  const chars = [...text]
  let states = new Set<number>()
  for (let at = 0; at <= chars.length; at++) {
    const reached = new Set<number>()
    // A match may begin anywhere.
    for (const state of [...states, 0]) follow(program, state, { at, last: chars.length }, reached)
    const char = chars[at]
    states = new Set()
    for (const state of reached) {
      const step = program[state]
      if (step?.kind === 'found') return true
      if (step?.kind === 'take' && char !== undefined && step.takes(char)) states.add(state + 1)
    }
  }
  return false
}

function follow(
  program: Step[],
  from: number,
  place: { at: number; last: number },
  reached: Set<number>
): void {
  const waiting = [from]
  for (let state = waiting.pop(); state !== undefined; state = waiting.pop()) {
    if (reached.has(state)) continue
    reached.add(state)
    const step = program[state]
    if (step?.kind === 'go') waiting.push(step.to)
    if (step?.kind === 'split') waiting.push(step.a, step.b)
    if (step?.kind === 'start' && place.at === 0) waiting.push(state + 1)
    if (step?.kind === 'end' && place.at === place.last) waiting.push(state + 1)
  }
}
