import type { readPlanFile } from '#app/books/plan_file/read_plan_file'
import { readApart } from '#app/files/apart/read_apart'

/**
 * The reader of plans as this process calls it: in a process with limits of time and memory. It throws what the reader
 * throws, and E_UNREADABLE_FILE at `file` beyond a limit.
 */
export const readPlanApart = readApart<typeof readPlanFile>(
  '#app/books/plan_file/read_plan_file',
  'readPlanFile'
)
