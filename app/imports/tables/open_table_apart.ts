import { readApart } from '#app/files/apart/read_apart'
import type { openTable } from '#app/imports/tables/open_table'

/**
 * `openTable` as this process calls it: what somebody sends is opened in a process with limits of time and memory, so that a
 * file made to unpack without end keeps nobody waiting. Throws what it throws, and E_UNREADABLE_FILE at `file` beyond a limit.
 */
export const openTableApart = readApart<typeof openTable>('#app/imports/tables/open_table', 'openTable')
