import { DomainError } from '#app/kernel/domain_error'
import { AREAS } from '#app/web/areas'

/** What the guards in the database say, by their SQLSTATE. */
const REFUSALS = new Map(AREAS.flatMap(({ refusals = {} }) => Object.entries(refusals)))

/**
 * What a form sent that no row of the database can hold: a key that nothing has (any more), a number out of range, a day that is none.
 * Forms refuse these at their field before; what slips through is told and noted as a fault of ours, and is no failure.
 */
export function inputRefusal(error: unknown): DomainError | null {
  const { code, detail = '' } = error as { code?: unknown; detail?: unknown }
  const unknownKey = code === '23503' ? /^Key \(([a-z_]+)\)=.* is not present/.exec(String(detail)) : null
  if (unknownKey)
    return new DomainError('E_UNKNOWN_KEY', 'El valor seleccionado no es válido.', {
      field: unknownKey[1],
      cause: error,
    })
  if (code === '22003' || code === '22008')
    return new DomainError('E_OUT_OF_RANGE', 'Algún número o fecha está fuera de lo admitido.', {
      cause: error,
    })
  return null
}

/** The refusal behind an error of the database's own guards; null when it is anything else. */
export function databaseRefusal(error: unknown): DomainError | null {
  const textOf = (part: string) =>
    typeof error === 'object' && error !== null && part in error
      ? String((error as Record<string, unknown>)[part])
      : ''
  const code = textOf('code')
  const refusal = REFUSALS.get(code)
  if (refusal === undefined) return null
  const message = typeof refusal === 'string' ? refusal : refusal(textOf('detail'))
  return new DomainError(`E_${code.startsWith('CA') ? 'LEDGER_' : ''}${code}`, message, { cause: error })
}
