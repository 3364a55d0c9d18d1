import type { AltaContent, BillingSystem, Detail, Party, PreviousRecord } from '#app/issuing/verifactu/record'
import type { CalendarDate } from '#app/kernel/time/calendar_date'

/** An alta as it comes, which may lack anything. */
export type GivenAlta = Partial<Omit<AltaContent, 'IDFactura' | 'Desglose'>> & {
  IDFactura: Partial<AltaContent['IDFactura']>
  Desglose: readonly GivenDetail[]
  SistemaInformatico?: Partial<BillingSystem>
  FechaHoraHusoGenRegistro?: string
  Huella?: string
  /** Undefined where nothing is told of the chain. */
  previous?: PreviousRecord
}

export type GivenDetail = Partial<Detail>

/** What a record is held against beside itself. */
export type Circumstances = {
  /** NIF of the header (ObligadoEmision); undefined where no header is told. */
  headerNif?: string
  /** The day and the instant of who judges it. */
  today: CalendarDate
  now: Date
}

export type Asked = GivenAlta & { about: Circumstances }

/** What AEAT would say of a record: a code of its list, and where in the list of lines it was found. */
export type Rule = { code: number; isBroken: (record: Asked) => boolean }

/** A rule of one line of the breakdown. */
export type LineRule = { code: number; isBroken: (line: GivenDetail, record: Asked) => boolean }

export type Effect = 'refused' | 'warning' | 'accepted'

/** Codes 2000 to 2009 are accepted with errors; every other one refuses the record. */
export const effectOf = (code: number): Exclude<Effect, 'accepted'> =>
  code >= 2000 && code < 3000 ? 'warning' : 'refused'

export const SIMPLIFIED = ['F2', 'R5']
export const WITH_RECIPIENT = ['F1', 'F3', 'R1', 'R2', 'R3', 'R4']

export const isRectifying = ({ TipoFactura = '' }: GivenAlta): boolean => /^R[1-5]$/.test(TipoFactura)

export const isOneOf = (value: string | undefined, known: readonly string[]): boolean =>
  value !== undefined && known.includes(value)

/** A value that is there and is none of a list. */
export const isOther = (value: string | undefined, known: readonly string[]): boolean =>
  value !== undefined && value !== '' && !known.includes(value)

export const isGiven = (value: string | undefined): value is string => value !== undefined && value !== ''

/** VAT, which is also what no tax at all means. */
export const isVat = ({ Impuesto = '01' }: GivenDetail): boolean => Impuesto === '01' || Impuesto === ''

export const isIgic = ({ Impuesto }: GivenDetail): boolean => Impuesto === '03'

export const recipientsOf = ({ Destinatarios = [] }: GivenAlta): readonly Party[] => Destinatarios
