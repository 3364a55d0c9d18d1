/** Reasons of ISO 20022 (ExternalStatusReason and ExternalReturnReason) for which a payment is refused or comes back. */
const reasons: Readonly<Record<string, string>> = {
  AC01: 'IBAN incorrecto',
  AC02: 'Cuenta del ordenante incorrecta',
  AC03: 'Cuenta del beneficiario incorrecta',
  AC04: 'Cuenta cancelada',
  AC06: 'Cuenta bloqueada',
  AC07: 'Cuenta del beneficiario cancelada',
  AC13: 'Tipo de cuenta no válido para esta operación',
  AC14: 'Tipo de cuenta no válido',
  AC15: 'Los datos de la cuenta han cambiado',
  AG01: 'Operación no permitida',
  AG02: 'Código de operación inválido',
  AG10: 'Banco suspendido',
  AG11: 'Banco del beneficiario suspendido',
  AM01: 'Importe cero',
  AM02: 'Importe no permitido',
  AM03: 'Divisa no admitida',
  AM04: 'Saldo insuficiente',
  AM05: 'Operación duplicada',
  AM07: 'Importe bloqueado',
  AM09: 'Importe erróneo',
  AM10: 'Suma de control incorrecta',
  AM18: 'Número de operaciones no admitido',
  BE01: 'El nombre no corresponde a la cuenta',
  BE04: 'Falta la dirección del beneficiario',
  BE05: 'Ordenante no reconocido',
  BE06: 'Beneficiario desconocido',
  BE07: 'Falta la dirección del ordenante',
  CNOR: 'La entidad del beneficiario no está registrada',
  CURR: 'Divisa incorrecta',
  CUST: 'A petición del cliente',
  DNOR: 'La entidad del ordenante no está registrada',
  DT01: 'Fecha incorrecta',
  DUPL: 'Pago duplicado',
  ED05: 'Fallo en la liquidación',
  ERIN: 'El banco no admite la operación ampliada',
  FF01: 'Formato de fichero inválido',
  FF05: 'Código de operación no admitido',
  FOCR: 'Devolución tras una solicitud de anulación',
  FR01: 'Sospecha de fraude',
  FRAD: 'Fraude',
  MD01: 'Sin mandato',
  MD02: 'Datos del mandato incorrectos',
  MD06: 'Devolución solicitada por el deudor',
  MD07: 'Titular fallecido',
  MS02: 'Motivo no especificado por el cliente',
  MS03: 'Motivo no especificado por el banco',
  NARR: 'Motivo indicado en texto libre',
  NOAS: 'El beneficiario no responde',
  NOOR: 'No se ha recibido la operación original',
  RC01: 'BIC incorrecto',
  RC04: 'Banco del beneficiario incorrecto',
  RF01: 'Referencia de la operación no única',
  RR01: 'Motivo regulatorio: falta la cuenta o identificación del ordenante',
  RR02: 'Motivo regulatorio: falta el nombre o la dirección del ordenante',
  RR03: 'Motivo regulatorio: falta el nombre o la dirección del beneficiario',
  RR04: 'Motivo regulatorio',
  SL01: 'Servicio específico del banco del deudor',
  SL11: 'El beneficiario no está en la lista de autorizados',
  SVNR: 'Servicio no prestado',
  TECH: 'Error técnico',
  TM01: 'Recibido fuera de hora',
  UPAY: 'Pago indebido',
}

/** The Spanish name of a reason, or null when the code is unknown. */
export function returnReasonLabel(code: string): string | null {
  return Object.hasOwn(reasons, code) ? (reasons[code] ?? null) : null
}

/** A reason for people: its name and code; an unknown code as it came. What the bank adds follows. */
export function describeReturnReason(code: string | null, additional: readonly string[] = []): string {
  const label = code === null ? null : returnReasonLabel(code)
  const named = label === null ? (code ?? '') : `${label} (${code})`
  return [named, ...additional].filter((text) => text !== '').join('. ')
}

/** Codes that say the account is wrong: it has to be verified again before it is paid. */
const ACCOUNT_CODES = ['AC01', 'AC03', 'AC04', 'AC06', 'AC07', 'AC13', 'AC14', 'AC15', 'BE01', 'BE06', 'MD07']

/** Of those the ones that say it of its holder: the account may be right for another. */
const HOLDER_CODES = ['BE01', 'BE06']

/** Whether a code says that the account may not be paid to, as banks write it or as somebody types it. */
export const isAccountReason = (code: string): boolean => ACCOUNT_CODES.includes(code.trim().toUpperCase())

/** Whether a code only says that the account is not this payee's. */
export const isHolderReason = (code: string): boolean => HOLDER_CODES.includes(code.trim().toUpperCase())
