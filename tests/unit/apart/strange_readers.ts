import { DomainError } from '#app/kernel/domain_error'

/** Never gives the processor back. */
export function endless(): never {
  for (;;);
}

/** Takes memory until there is none. */
export function greedy(): never {
  const kept: string[][] = []
  for (;;) kept.push(Array.from({ length: 10_000 }, (_, at) => `${kept.length}/${at}`))
}

export const refusing = () => {
  throw new DomainError('E_PAPER', 'Falta el papel.', { field: 'paper' })
}

export const failing = () => {
  throw new TypeError('a bug')
}

export const echo = (value: unknown) => value
