import { findFile, readFileBytes } from '#app/files/store_file'
import type { Answers, Asked, DeclaredImport } from '#app/imports/define_import'
import { countRows } from '#app/imports/queries/count_rows'
import { findWaiting } from '#app/imports/queries/find_import'
import { refuseForeignSites } from '#app/imports/refuse_foreign_sites'
import { execute } from '#app/kernel/database/sql'
import { DomainError } from '#app/kernel/domain_error'

type Mapped = {
  importId: string
  asked: Omit<Asked, 'purpose' | 'answers'>
  /** Column → heading of the file or place in it; null leaves it to its name. */
  columns?: Readonly<Record<string, string | null>>
  sheet?: string
  /** Answers to questions of the preview. */
  answers?: Answers
}

/**
 * Keeps how somebody wants a file to be read: which heading stands for which column, on which sheet, and what they answer.
 * What is not said stays. A file that has to be read anew is counted anew: how long it is decides how it is taken on. Throws
 * E_USED when it was taken on already, and at `file` what its import refuses of it; then nothing changes.
 */
export async function mapColumns(
  declared: DeclaredImport,
  { importId, asked, columns, sheet, answers }: Mapped
): Promise<void> {
  const { kind, columns: known } = declared
  const { userId } = asked.actor
  const waiting = await findWaiting({ kind, importId, userId })
  if (!waiting) throw used()
  const wanted = {
    choice: columns ? chosenIn(columns, known) : waiting.choice,
    sheet: sheet ?? waiting.sheet,
    answers: { ...waiting.answers, ...answers },
  }
  refuseForeignSites(declared, { answers: wanted.answers, scope: asked.scope })
  const rowsTotal =
    columns || sheet
      ? await countRows(declared, {
          bytes: await bytesOf(waiting.fileId),
          choice: wanted.choice,
          sheet: wanted.sheet,
          asked: { ...asked, answers: wanted.answers, purpose: 'look' },
        })
      : waiting.rowsTotal
  const mapped = await execute(
    `update imports set choice = :choice::jsonb, sheet = :sheet, answers = :answers::jsonb, rows_total = :rowsTotal, problem = null
      where id = :importId::uuid and kind = :kind and created_by = :userId and status = 'uploaded'`,
    {
      importId,
      kind,
      userId,
      choice: JSON.stringify(wanted.choice),
      sheet: wanted.sheet,
      answers: JSON.stringify(wanted.answers),
      rowsTotal,
    }
  )
  if (mapped === 0) throw used()
}

function chosenIn(
  columns: NonNullable<Mapped['columns']>,
  known: DeclaredImport['columns']
): Record<string, string> {
  const chosen: Record<string, string> = {}
  for (const [key, heading] of Object.entries(columns))
    if (heading && Object.hasOwn(known, key)) chosen[key] = heading
  return chosen
}

async function bytesOf(fileId: number): Promise<Uint8Array> {
  const file = await findFile(fileId)
  if (!file) throw new DomainError('E_FILE', 'El fichero ya no está: súbalo otra vez.', { field: 'file' })
  return readFileBytes(file)
}

const used = () => new DomainError('E_USED', 'Este fichero ya se ha procesado.')
