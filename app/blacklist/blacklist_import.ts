import { checkedValue, insertEntry, lockList, refuseBadRest } from '#app/blacklist/actions/add_entry'
import { REASONS, type Reason } from '#app/blacklist/blacklist_labels'
import { sweepEntries } from '#app/blacklist/sweepers'
import type { MadeImport } from '#app/imports/define_import'
import type { ReadRow } from '#app/imports/read_rows'
import type { RowReader } from '#app/imports/row_reader'
import { defineImport } from '#app/imports/table_import'
import { type Client, execute, oneRow, rows, type Transaction } from '#app/kernel/database/sql'
import { DomainError } from '#app/kernel/domain_error'
import { maskIban } from '#app/kernel/identifiers/iban'
import { counted } from '#app/kernel/text/counted'
import { foldText } from '#app/kernel/text/similarity'

type Listed = { iban: string; reason: Reason; comment: string }
type Column = 'iban' | 'reason' | 'comment'

const COMMENT_LENGTH_MAX = 500

/**
 * Accounts from a file, all of them or none. Taken back only by who brought them, within a day and while nothing ran into
 * them: for anything later each is lifted by two people, as every other.
 */
export const blacklistImport = defineImport({
  kind: 'iban-blacklist',
  page: 'blacklist/imports/create',
  at: {
    create: '/iban-blacklist/imports/create',
    files: '/iban-blacklist/imports',
    back: '/iban-blacklist',
    done: '/iban-blacklist',
  },
  title: 'Importar a la lista negra',
  subtitle: 'Un Excel o CSV con IBAN, motivo y comentario. Se importan todas las filas o ninguna.',
  help: `Motivos: ${Object.values(REASONS).join(', ')}.`,
  nouns: { one: 'IBAN', many: 'IBAN' },
  submit: { verb: 'Bloquear', color: 'red.8' },
  columns: {
    iban: {
      title: 'IBAN',
      kind: 'iban',
      isNeeded: true,
      isPrivate: true,
      aliases: ['cuenta', 'numero de cuenta'],
    },
    reason: { title: 'Motivo', kind: 'choice', isNeeded: true, aliases: ['razon', 'causa'] },
    comment: {
      title: 'Comentario',
      kind: 'text',
      isNeeded: true,
      aliases: ['comentarios', 'observaciones', 'detalle'],
    },
  },
  orderWithoutHeadings: ['iban', 'reason', 'comment'],
  rowsMax: 20_000,
  bytesMax: 5 * 1024 * 1024,
  shown: [
    { key: 'iban', title: 'IBAN', kind: 'number' },
    { key: 'reason', title: 'Motivo', kind: 'text' },
    { key: 'comment', title: 'Comentario', kind: 'text' },
  ],
  wrongRows: 'refuse',
  repeatedFile: 'tell',
  keepsFile: false,
  keepsRows: false,
  audit: {
    objectType: 'iban_blacklist_import',
    applied: 'blacklist.imported',
    undone: 'blacklist.import_undone',
  },
  told: (count) => `${counted(count, 'IBAN importado', 'IBAN importados')}.`,
  context: () => Promise.resolve(null),
  read: readRow,
  judge: (read, _asked, client) => judge(read, client),
  show: ({ iban, reason, comment }) => ({ iban: maskIban(iban), reason: REASONS[reason], comment }),
  lock: (_values, _asked, trx) => lockList(trx),
  apply: async (right, { actor, importId }, trx) => {
    const taken = []
    for (const { rowNo, value } of right) {
      const { iban, reason, comment } = value
      const id = await insertEntry(
        {
          patternType: 'iban',
          value: iban,
          severity: 'block',
          reason,
          comment,
          ownerName: null,
          expiresOn: null,
          isInvalid: false,
          evidence: null,
        },
        actor,
        trx,
        importId
      )
      taken.push({ rowNo, type: 'iban_blacklist', id })
    }
    return { count: taken.length, siteIds: [], taken }
  },
  after: ({ taken }, actor) =>
    sweepEntries(
      taken.map(({ id }) => id),
      actor
    ),
  undo: {
    hours: 24,
    onlyOwn: true,
    question: (file, count) =>
      `Se retirarán los ${count} IBAN de «${file}», siempre que ninguno haya actuado.`,
    act: removeEntries,
    told: (count) => `Importación deshecha: ${count} IBAN retirados.`,
  },
})

const REASON_NAMES = new Map<string, Reason>(
  Object.entries(REASONS).flatMap(([key, label]): [string, Reason][] => [
    [foldText(key), key as Reason],
    [foldText(label), key as Reason],
  ])
)

function readRow(row: RowReader<Column>): Listed {
  const reason = REASON_NAMES.get(foldText(row.text('reason')))
  if (!reason) throw new DomainError('E_REASON', `Motivo desconocido «${row.text('reason')}».`)
  const written = row.text('comment')
  if (written.length > COMMENT_LENGTH_MAX)
    row.warn(`El comentario tiene ${written.length} letras: se guardan las primeras ${COMMENT_LENGTH_MAX}.`)
  const comment = written.slice(0, COMMENT_LENGTH_MAX)
  refuseBadRest({ comment, expiresOn: null })
  return { iban: checkedIban(row.text('iban')), reason, comment }
}

function checkedIban(text: string): string {
  try {
    return checkedValue({ patternType: 'iban', value: text, isInvalid: false })
  } catch (error) {
    throw new DomainError('E_IBAN', 'IBAN no válido.', { cause: error })
  }
}

/** An account that is in the file twice, or in the list already, is somebody's slip. */
async function judge(read: ReadRow<Listed>[], client?: Client): Promise<ReadRow<Listed>[]> {
  const ibans = read.flatMap(({ value }) => (value ? [value.iban] : []))
  const found = await rows<{ value: string }>(
    `select value from iban_blacklist where status = 'active' and pattern_type = 'iban' and value = any(:ibans::text[])`,
    { ibans },
    client
  )
  const listed = new Set(found.map(({ value }) => value))
  const seen = new Map<string, number>()
  return read.map((row) => {
    if (!row.value) return row
    const { iban } = row.value
    const earlier = seen.get(iban)
    seen.set(iban, earlier ?? row.rowNo)
    const error =
      earlier !== undefined
        ? `El IBAN ya está en la fila ${earlier}.`
        : listed.has(iban)
          ? 'Este IBAN ya está en la lista negra.'
          : null
    return error ? { ...row, value: null, errors: [error] } : row
  })
}

async function removeEntries({ id }: MadeImport, _actor: unknown, trx: Transaction): Promise<number> {
  const { touched } = await oneRow<{ touched: number }>(
    `select count(*)::int as touched from iban_blacklist b where b.import_id = :id::uuid and (b.lock_version > 0 or b.status <> 'active'
        or exists (select 1 from iban_blacklist_hits h where h.entry_id = b.id))`,
    { id },
    trx
  )
  if (touched > 0)
    throw new DomainError(
      'E_UNDO',
      `No se puede deshacer: ${touched} de sus entradas ya han actuado o han cambiado.`
    )
  return execute(`delete from iban_blacklist where import_id = :id::uuid`, { id }, trx)
}
