import { findFile, readFileBytes } from '#app/files/store_file'
import type { Asked, DeclaredImport } from '#app/imports/define_import'
import type { JudgedRow, OpenedImport } from '#app/imports/opened_import'
import { findEarlier, type WaitingImport } from '#app/imports/queries/find_import'
import { refuseForeignSites } from '#app/imports/refuse_foreign_sites'
import { DomainError } from '#app/kernel/domain_error'
import { isValidIban, maskIban } from '#app/kernel/identifiers/iban'
import { isPersonalTaxId, maskTaxId } from '#app/kernel/identifiers/personal_id'
import { formatInstant } from '#app/kernel/time/calendar_date'

const ROWS_SHOWN = 200
const LEFT_OUT_SHOWN = 100

/** What a file that waits would bring: how its columns were understood, and each row with what is wrong with it. */
export async function previewImport(
  declared: DeclaredImport,
  waiting: WaitingImport,
  { actor, scope }: Omit<Asked, 'purpose' | 'answers'>
) {
  const file = await findFile(waiting.fileId)
  if (!file) throw new DomainError('E_FILE', 'El fichero ya no está: súbalo otra vez.', { field: 'file' })
  const { answers, choice, sheet } = waiting
  refuseForeignSites(declared, { answers, scope })
  const opened = await declared.open({
    bytes: await readFileBytes(file),
    choice,
    sheet,
    asked: { actor, scope, answers, purpose: 'look' },
  })
  const count = (state: JudgedRow['state']) => opened.rows.filter((row) => row.state === state).length
  return {
    id: waiting.id,
    name: waiting.fileName,
    problem: waiting.problem,
    answers,
    notices: [...(await earlierNotice(waiting)), ...opened.notices],
    columns: columnsOf(declared, opened),
    newCount: count('right'),
    errorCount: count('wrong'),
    repeatedCount: count('repeated'),
    rows: firstRows(opened.rows),
    leftOutCount: opened.leftOut.length,
    leftOut: opened.leftOut.slice(0, LEFT_OUT_SHOWN),
  }
}

async function earlierNotice({ kind, sha256 }: WaitingImport): Promise<string[]> {
  const earlier = await findEarlier({ kind, sha256 })
  if (!earlier) return []
  const by = earlier.who ? ` (${earlier.who})` : ''
  return [`Este mismo fichero ya se importó el ${formatInstant(earlier.appliedAt)}${by}.`]
}

function columnsOf({ columns }: DeclaredImport, { table }: OpenedImport) {
  if (!table) return null
  const { sheet, sheets, headings, chosen, missing } = table
  return {
    sheet,
    sheets,
    headings: headings.map(({ name, samples }) => ({ name, samples: samples.map(maskedSample) })),
    missing: missing.map((key) => columns[key]?.title ?? key),
    fields: Object.entries(columns).map(([key, { title, isNeeded }]) => ({
      key,
      title,
      isNeeded: isNeeded ?? false,
      heading: chosen[key] ?? null,
    })),
  }
}

/** Accounts and people stay masked, whatever column they stand in. */
function maskedSample(text: string): string {
  if (isValidIban(text)) return maskIban(text)
  return isPersonalTaxId(text) ? maskTaxId(text) : text
}

/** Those with an error first, then those with a warning: they are what one looks for. What is there already comes last. */
function firstRows(rows: readonly JudgedRow[]) {
  const rank = ({ state, warnings }: JudgedRow) =>
    state === 'wrong' ? 0 : state === 'repeated' ? 3 : warnings.length > 0 ? 1 : 2
  return rows
    .toSorted((a, b) => rank(a) - rank(b) || a.rowNo - b.rowNo)
    .slice(0, ROWS_SHOWN)
    .map(({ rowNo, state, errors, warnings, shown }) => ({
      rowNo,
      isRepeated: state === 'repeated',
      error: errors.join(' ') || null,
      warning: warnings.join(' ') || null,
      shown,
    }))
}
