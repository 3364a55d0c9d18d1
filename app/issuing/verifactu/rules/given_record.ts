import type { Party, PreviousRecord } from '#app/issuing/verifactu/record'
import type { GivenAnulacion } from '#app/issuing/verifactu/rules/check_anulacion'
import type { GivenAlta, GivenDetail } from '#app/issuing/verifactu/rules/rule'

/** A record as a file has it: flat or with AEAT's blocks, lists bare or under the name of their elements. */
export type GivenRecord = Readonly<Record<string, unknown>>

type Read = { alta: GivenAlta; anulacion: GivenAnulacion | null; headerNif: string | undefined }

/** Reads a record of a file into what the rules look at. Numbers become their text. */
export function readGivenRecord(told: GivenRecord): Read {
  const record = asTexts(told) as GivenRecord
  const id = { ...pick(record, ID), ...block(record.IDFactura) } as GivenAlta['IDFactura']
  const header = block(record.Cabecera)?.ObligadoEmision ?? record.ObligadoEmision ?? record.header_nif
  const headerNif = typeof header === 'string' ? header : (block(header)?.NIF as string | undefined)
  const alta = {
    ...record,
    IDFactura: id,
    Desglose: listed<GivenDetail>(record.lines ?? record.Desglose, 'DetalleDesglose'),
    ...(record.Destinatarios === undefined
      ? {}
      : { Destinatarios: listed<Party>(record.Destinatarios, 'IDDestinatario') }),
    ...previousOf(record),
  } as GivenAlta
  return { alta, anulacion: anulacionOf(record), headerNif }
}

const ID = ['IDEmisorFactura', 'NumSerieFactura', 'FechaExpedicionFactura'] as const

function anulacionOf(record: GivenRecord): GivenAnulacion | null {
  const within = block(record.IDFactura) ?? record
  const names = ID.map((name) => [name, within[`${name}Anulada`]] as const)
  if (names.every(([, value]) => value === undefined)) return null
  return { ...record, IDFactura: Object.fromEntries(names) } as GivenAnulacion
}

/** What is told of the record before, where anything is. */
function previousOf(record: GivenRecord): { previous?: PreviousRecord } {
  const chain = block(record.Encadenamiento)
  if (chain?.PrimerRegistro !== undefined || record.previous_hash === null) return { previous: null }
  const before = block(chain?.RegistroAnterior)
  if (before) return { previous: before as unknown as PreviousRecord }
  if (typeof record.previous_hash !== 'string') return {}
  return { previous: { Huella: record.previous_hash } as PreviousRecord }
}

function listed<Item>(value: unknown, name: string): readonly Item[] {
  const inside = Array.isArray(value) ? value : (block(value)?.[name] ?? value)
  if (inside === undefined || inside === null || inside === '') return []
  return (Array.isArray(inside) ? inside : [inside]) as Item[]
}

const block = (value: unknown): Record<string, unknown> | undefined =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Record<string, unknown>)
    : undefined

const pick = (record: GivenRecord, names: readonly string[]) =>
  Object.fromEntries(names.filter((name) => record[name] !== undefined).map((name) => [name, record[name]]))

/** Numbers as their text and nothing for null, at any depth. */
function asTexts(value: unknown): unknown {
  if (typeof value === 'number') return String(value)
  if (Array.isArray(value)) return value.map(asTexts)
  const inside = block(value)
  if (!inside) return value
  return Object.fromEntries(
    Object.entries(inside).flatMap(([name, one]) =>
      one === null && name !== 'previous_hash' ? [] : [[name, asTexts(one)]]
    )
  )
}
