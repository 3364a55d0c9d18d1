import { DomainError } from '#app/kernel/domain_error'
import { formatAmount } from '#app/kernel/money'

/** What the guards in the database say, in words (areas 00 §3, 02 and 03). */
const MESSAGES: Record<string, string> = {
  CA001: 'Los asientos no se modifican ni se borran: anúlelos con otro asiento.',
  CA002: 'El asiento debe tener al menos dos apuntes y cuadrar.',
  CA004: 'El asiento ya está cerrado: no admite más apuntes.',
  CA006: 'Fecha contable fuera del ejercicio.',
  CA007: 'El periodo está cerrado: no se puede contabilizar con esa fecha.',
  CA017:
    'El ejercicio está en cierre provisional: solo los roles superC0ntab1l1dad y s1st3ma pueden contabilizar en él.',
  CA019: 'Los tipos publicados no se modifican: añada uno manual.',
  CA018: 'Fecha contable fuera de rango.',
  CA008: 'El asiento de anulación no coincide con el original.',
  CA031: 'La factura no tiene las aprobaciones que necesita de personas ajenas a ella.',
  CA032: 'Una factura contabilizada no se modifica: descontabilícela antes.',
  CA033: 'Los importes por tipo de IVA no suman los totales de la factura: corrija los totales.',
  CA035: 'Solo se contabiliza sin aprobación dentro del límite de la empresa y sin alarmas abiertas.',
  CA034: 'La factura llegó por la página pública y nadie la ha aceptado todavía.',
  CA036: 'Debe aprobarlo una persona distinta de quien lo ha preparado.',
  CA009: 'El período de IVA ya está presentado: use el siguiente período abierto.',
  CA011: 'La partida ya está conciliada: recargue la página.',
  CA016: 'La partida o el movimiento ya están conciliados: recargue la página.',
  CA013: 'El pago ya no se puede modificar: recargue la página.',
  CA014: 'Ese paso no es posible para este pago: recargue la página.',
  CA015: 'El pago no tiene las aprobaciones que necesita.',
  CA037: 'El importe supera lo pendiente de la factura: recargue la página y revise sus pagos.',
  CA038: 'El pago todavía no se ha enviado al banco: recargue la página.',
  CA020: 'El pago espera la respuesta del banco: no se puede cambiar hasta que se conozca.',
  CA021: 'El importe supera lo pendiente del vencimiento: recargue la página.',
  CA030: 'Debe quedar al menos un usuario s1st3ma activo.',
  CF001: 'Un perfil admite hasta 200 palabras clave.',
  CB001: 'La divisa no puede cambiar: la cuenta tiene movimientos.',
  CB002: 'Una tarjeta solo puede depender de una cuenta bancaria de su empresa y de su divisa.',
  CB003: 'Una cuenta con apuntes no se elimina: ciérrela.',
  CC001: 'Este cambio de estado del contrato no es posible: recargue la página.',
  CC002: 'Debe aprobarlo una persona distinta de quien lo preparó.',
  CC003: 'Los precios de un contrato aprobado no se modifican: añada una adenda.',
  CC004: 'El proveedor, las empresas, la moneda y el inicio de un contrato aprobado no se modifican.',
  CP001: 'Ese paso no es posible en este procedimiento: recargue la página.',
  CP002: 'Un coste aprobado no se modifica: anúlelo y cree otro.',
  CP003: 'El importe supera lo pendiente del coste: recargue la página.',
  CP004: 'Quien escribió el coste no aprueba su pago.',
  CP005: 'Lo registrado en un procedimiento no se modifica: recargue la página.',
  CP006: 'El coste ya está pagado o en pago: no puede cambiar su factura.',
  CX001: 'Este IBAN está en la lista negra y no puede guardarse.',
  CX002: 'Hay un IBAN de la lista negra entre los pagos: retírelo antes de continuar.',
  CX003: 'Una entrada de la lista negra no se modifica ni se borra así: recargue la página.',
  CX004: 'La baja debe confirmarla otro usuario.',
  CE001: 'Este cambio de estado del empleado no es posible: recargue la página.',
  CE002: 'Las fechas del empleado no coinciden con las de sus períodos: recargue la página.',
  CE003: 'Este IBAN está en la lista negra y no puede guardarse.',
  CE004: 'Una cuenta bancaria no se modifica: deshabilítela y añada otra.',
  CE005: 'No puede verificar la cuenta en la que cobra usted.',
  CE006: 'No puede aprobar el pago de su propia nómina.',
  CA045: 'El número de una cuenta no se cambia: abra otra.',
  CA047: 'El proveedor está fusionado con otro y ya no se modifica.',
  CA048: 'Han llegado documentos del proveedor mientras se fusionaba: inténtelo de nuevo.',
  CA046: 'La cuenta tiene saldo: déjela a cero antes de desactivarla.',
  CN001: 'Ese paso no es posible para esta nota de gastos: recargue la página.',
  CN002: 'Una nota de gastos resuelta no se modifica: anule antes su aprobación.',
  CN003: 'La nota de gastos no tiene las aprobaciones que necesita.',
  CN004: 'Las líneas no suman el total de la nota de gastos: recargue la página.',
  CN005: 'El importe supera lo pendiente de la nota de gastos: recargue la página.',
  CN006: 'No puede aprobar una nota de gastos suya ni su pago.',
  CN007: 'El reparto supera lo aprobado de la nota de gastos.',
  CS001: 'Una empresa no puede depender de sí misma ni de sus filiales.',
  CS002: 'No se puede cambiar: la empresa ya tiene asientos.',
  CS003: 'Una aprobación no se modifica: finalícela y proponga otra.',
  CS005: 'La empresa tiene asientos fuera de esas fechas.',
  CS006: 'Solo el rol de sistema, con su segundo factor, puede dar una aprobación de emergencia.',
  CS004: 'Solo otra persona con el rol de sistema puede activar una aprobación.',
}

/** Those that say which account or how much. */
const DETAILED: Record<string, (detail: string) => string> = {
  CA003: (difference) => `El asiento no cuadra (diferencia ${formatAmount(Number(difference), 'EUR')}).`,
  CA005: (account) => `La cuenta ${account} no admite apuntes.`,
  CA010: (account) => `La cuenta ${account} no admite saldo negativo.`,
}

/** The refusal behind an error of the database's own guards; null when it is anything else. */
export function databaseRefusal(error: unknown): DomainError | null {
  const code = typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : ''
  const detail = typeof error === 'object' && error !== null && 'detail' in error ? String(error.detail) : ''
  const message = DETAILED[code]?.(detail) ?? MESSAGES[code]
  return message
    ? new DomainError(`E_${code.startsWith('CA') ? 'LEDGER_' : ''}${code}`, message, { cause: error })
    : null
}
