import type { readStatementFile } from '#app/accounts/statements/read_statement_file'
import type { readTableColumns } from '#app/accounts/statements/tables/table_mapping'
import { readApart } from '#app/files/apart/read_apart'

/**
 * The readers of statements as this process calls them: what somebody sends is opened in a process with limits
 * of time and memory, so that a file made to unpack without end keeps nobody waiting. Each throws what its reader throws,
 * and E_UNREADABLE_FILE at `file` beyond a limit.
 */
export const readTableColumnsApart = readApart<typeof readTableColumns>(
  '#app/accounts/statements/tables/table_mapping',
  'readTableColumns'
)

export const readStatementApart = readApart<typeof readStatementFile>(
  '#app/accounts/statements/read_statement_file',
  'readStatementFile'
)
