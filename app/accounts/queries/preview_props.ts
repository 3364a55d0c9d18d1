import { STATEMENT_SOURCES } from '#app/accounts/account_labels'
import { previewStatement, type StatementPreview } from '#app/accounts/queries/preview_statement'
import { findImportAccount, findUpload, usableMapping } from '#app/accounts/queries/read_upload'
import { balanceCheck } from '#app/accounts/statements/account_file'
import type { ColumnMapping } from '#app/accounts/statements/tables/column_mapping'
import { columnFields } from '#app/accounts/statements/tables/mapping_form'
import type { TableColumns } from '#app/accounts/statements/tables/table_mapping'
import { labelOf } from '#app/kernel/text/labels'

const leftOutShown = 50

/** The preview of an uploaded file as its page shows it. Null for a file that was not uploaded for this account. */
export async function previewProps(bankAccountId: number, fileId: number) {
  const [account, upload] = await Promise.all([
    findImportAccount(bankAccountId),
    findUpload(bankAccountId, fileId),
  ])
  if (!account || !upload) return null
  const preview = await previewStatement(upload, account)
  const remembered = preview.columns ? await usableMapping(bankAccountId, preview.columns) : null
  return {
    fileId,
    name: upload.name,
    columns: preview.columns ? columnsProps(preview.columns, remembered) : null,
    problem: 'problem' in preview ? preview.problem : null,
    content: preview.file === null ? null : contentProps(preview, account.currency),
  }
}

function columnsProps({ headings, samples, guess }: TableColumns, remembered: ColumnMapping | null) {
  const mapping = remembered ?? guess
  const chosen = Object.fromEntries(
    Object.entries(columnFields).map(([field, name]) => [field, mapping?.columns[name] ?? null])
  )
  return {
    headings,
    samples,
    values: {
      ...chosen,
      text: mapping?.text ?? [],
      day_order: mapping?.dayOrder ?? 'dmy',
      decimal_mark: mapping?.decimalMark ?? null,
      debit_word: mapping?.debitWord ?? null,
    } as Record<string, string | string[] | null>,
  }
}

function contentProps(preview: StatementPreview, currency: string) {
  const money = (minor: number | null) => (minor === null ? null : { minor, currency })
  return {
    source: labelOf(STATEMENT_SOURCES, preview.file.source),
    from: preview.period.from,
    to: preview.period.to,
    opening: money(preview.openingMinor),
    closing: money(preview.closingMinor),
    newCount: preview.newCount,
    repeatedCount: preview.repeatedCount,
    rejectedCount: preview.rejectedCount,
    leftOut: preview.file.leftOut.slice(0, leftOutShown).map((row, index) => ({
      id: `${row.line ?? ''}-${index}`,
      line: row.line,
      state: row.state,
      bookedOn: row.bookedOn,
      text: row.text,
      amount: row.amount,
    })),
    leftOutCount: preview.file.leftOut.length,
    isUnchecked: preview.file.statements.some((statement) => balanceCheck(statement) === 'unchecked'),
    hasControlIssues: preview.file.controlIssues.length > 0,
    needsForce: preview.file.controlIssues.length > 0 && preview.file.source === 'norma43',
    issues: preview.issues,
    warnings: preview.warnings,
    lines: preview.lines.map((line) => ({
      id: line.externalId,
      bookedOn: line.bookedOn,
      valueOn: line.valueOn,
      text: line.rawText,
      amount: { minor: line.amountMinor, currency },
      balanceAfter: money(line.balanceAfterMinor),
    })),
  }
}
