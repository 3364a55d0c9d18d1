import { DomainError } from '#app/kernel/domain_error'

/** What the guards in the database say, in words (areas 00 §3 and 02). */
const MESSAGES: Record<string, string> = {
  CA001: 'Los asientos no se modifican ni se borran: anúlelos con otro asiento.',
  CA002: 'El asiento debe tener al menos dos apuntes y cuadrar.',
  CA003: 'El asiento no cuadra.',
  CA004: 'El asiento ya está cerrado: no admite más apuntes.',
  CA005: 'La cuenta no admite apuntes.',
  CA006: 'Fecha contable fuera del ejercicio.',
  CA007: 'El periodo está cerrado: no se puede contabilizar con esa fecha.',
  CA008: 'El asiento de anulación no coincide con el original.',
  CA031: 'La factura no tiene las aprobaciones que necesita de personas ajenas a ella.',
  CA032: 'Una factura contabilizada no se modifica: descontabilícela antes.',
  CA033: 'Los importes por tipo de IVA no suman los totales de la factura: corrija los totales.',
  CA009: 'El período de IVA ya está presentado: use el siguiente período abierto.',
  CA011: 'La partida ya está conciliada: recargue la página.',
  CA016: 'La partida o el movimiento ya están conciliados: recargue la página.',
  CA030: 'Debe quedar al menos un usuario s1st3ma activo.',
  CS001: 'Una empresa no puede depender de sí misma ni de sus filiales.',
  CS002: 'No se puede cambiar: la empresa ya tiene asientos.',
  CS003: 'Una aprobación no se modifica: finalícela y proponga otra.',
  CS004: 'Solo otra persona con el rol de sistema puede activar una aprobación.',
}

/** The refusal behind an error of the database's own guards; null when it is anything else. */
export function databaseRefusal(error: unknown): DomainError | null {
  const code = typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : ''
  const message = MESSAGES[code]
  return message
    ? new DomainError(`E_${code.startsWith('CA') ? 'LEDGER_' : ''}${code}`, message, { cause: error })
    : null
}
