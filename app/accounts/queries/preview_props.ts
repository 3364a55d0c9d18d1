import { STATEMENT_SOURCES } from '#app/accounts/account_labels'
import { previewStatement, type StatementPreview } from '#app/accounts/queries/preview_statement'
import { findImportAccount, findMapping, findUpload } from '#app/accounts/queries/read_upload'
import type { ColumnMapping } from '#app/accounts/statements/column_mapping'
import { columnFields } from '#app/accounts/statements/mapping_form'
import type { TableColumns } from '#app/accounts/statements/table_mapping'
import { labelOf } from '#app/kernel/labels'

/** The preview of an uploaded file as its page shows it. Null for a file that was not uploaded for this account. */
export async function previewProps(bankAccountId: number, fileId: number) {
  const [account, upload] = await Promise.all([
    findImportAccount(bankAccountId),
    findUpload(bankAccountId, fileId),
  ])
  if (!account || !upload) return null
  const preview = await previewStatement(upload, account)
  const mapping = await findMapping(bankAccountId)
  return {
    file_id: fileId,
    name: upload.name,
    columns: preview.columns ? columnsProps(preview.columns, mapping) : null,
    content: preview.file === null ? null : contentProps(preview, account.currency),
  }
}

function columnsProps({ headings, guess }: TableColumns, remembered: ColumnMapping | null) {
  const mapping = remembered ?? guess
  const chosen = Object.fromEntries(
    Object.entries(columnFields).map(([field, name]) => [field, mapping?.columns[name] ?? null])
  )
  return {
    headings,
    values: {
      ...chosen,
      text: mapping?.text ?? [],
      day_order: mapping?.dayOrder ?? 'dmy',
      decimal_mark: mapping?.decimalMark ?? null,
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
    new_count: preview.newCount,
    repeated_count: preview.repeatedCount,
    rejected_count: preview.rejectedCount,
    has_control_issues: preview.file.controlIssues.length > 0,
    needs_force: preview.file.controlIssues.length > 0 && preview.file.source === 'norma43',
    issues: preview.issues,
    warnings: preview.warnings,
    lines: preview.lines.map((line) => ({
      id: line.externalId,
      booked_on: line.bookedOn,
      value_on: line.valueOn,
      text: line.rawText,
      amount: { minor: line.amountMinor, currency },
      balance_after: money(line.balanceAfterMinor),
    })),
  }
}
