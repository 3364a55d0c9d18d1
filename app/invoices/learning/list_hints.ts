import { rows } from '#app/kernel/database/sql'

export type HintRow = {
  id: number
  what: string
  text: string
  times: number
  lastAt: string
  invoice: { id: number; reference: string } | null
}

const FIELDS: Record<string, string> = {
  invoiceNumber: 'Número',
  issueDate: 'Fecha de emisión',
  dueDate: 'Vencimiento',
  total: 'Total',
  taxBase: 'Base imponible',
  withholding: 'Retención',
  lineAmount: 'Importe de las líneas',
  provider: 'Reconocer al proveedor',
  tax: 'Impuesto habitual',
  site: 'Empresa',
}

type Stored = {
  id: number
  kind: string
  field: string
  label: string
  relation: string | null
  page: number | null
  format: string
  value: string
  times: number
  updatedAt: Date
  invoiceId: number | null
  reference: string | null
  site: string | null
}

/** What the reading learned of a supplier, in words; invoices and companies beyond `scope` are not named. */
export async function listHints(providerId: number, scope: number[] | 'all' = 'all'): Promise<HintRow[]> {
  const found = await rows<Stored>(
    `select h.id, h.kind, h.field, h.label, h.relation, h.page, h.format, h.value, h.times, h.updated_at, i.id as invoice_id, i.reference,
            s.legal_name::text as site
       from reading_hints h
       left join invoices i on i.id = h.last_invoice_id and (:isAll or i.site_id = any(:sites::bigint[]))
       left join sites s on h.kind = 'site' and s.id = case when h.kind = 'site' then h.value::bigint end and (:isAll or s.id = any(:sites::bigint[]))
      where h.provider_id = :providerId order by h.kind, h.field, h.times desc, h.id limit 500`,
    { providerId, isAll: scope === 'all', sites: scope === 'all' ? [] : scope }
  )
  return found.map((hint) => ({
    id: hint.id,
    what: FIELDS[hint.field] ?? hint.field,
    text: textOf(hint),
    times: hint.times,
    lastAt: hint.updatedAt.toISOString(),
    invoice:
      hint.invoiceId === null || hint.reference === null
        ? null
        : { id: hint.invoiceId, reference: hint.reference },
  }))
}

function textOf(hint: Stored): string {
  if (hint.kind === 'identity') return `Sus facturas llevan «${hint.value}»`
  if (hint.kind === 'tax') return `${hint.value.replace('.', ',')} %`
  if (hint.kind === 'site') return hint.site ?? 'Otra empresa del grupo'
  const where =
    hint.label === ''
      ? 'En el mismo lugar'
      : `${hint.relation === 'above' ? 'Debajo' : 'Detrás'} de «${hint.label}»`
  return [
    `${where}, página ${(hint.page ?? 0) + 1}`,
    ...(hint.field === 'invoiceNumber' && hint.format !== ''
      ? [`con la forma ${shapeText(hint.format)}`]
      : []),
    ...(hint.format === 'month-first' ? ['primero el mes'] : []),
  ].join(', ')
}

/** "\d{2}/C\d{4}" as people write it: "00/C0000". */
function shapeText(shape: string): string {
  return shape
    .replace(/\\d\{(\d+)\}/g, (_, count: string) => '0'.repeat(Number(count)))
    .replace(/\\(.)/g, '$1')
}
