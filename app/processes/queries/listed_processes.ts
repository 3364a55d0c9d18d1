import { shownColumns } from '#app/kernel/lists/list_columns'
import type { ListOf, ListRequest } from '#app/kernel/lists/listing'
import { CHUNK_SIZE } from '#app/kernel/lists/page_sizes'
import { PROCESS_COLUMNS, type ProcessRow } from '#app/processes/queries/list_processes'

type Asked = { query: Record<string, unknown>; words: string; request: ListRequest }

const STATES: Record<string, (row: ProcessRow) => boolean> = {
  active: (row) => !row.isPaused,
  paused: (row) => row.isPaused,
  open: (row) => row.isOpen,
}

const RESULTS: Record<string, (row: ProcessRow) => boolean> = {
  good: (row) => row.result?.tone === 'green',
  warning: (row) => row.result?.tone === 'amber',
  failed: (row) => row.result?.tone === 'red' || row.failures > 0,
  never: (row) => row.lastAt === null,
}

/** The page of processes that somebody asked for; there are few of them, and they are told by the code. */
export function listedProcesses(
  all: readonly ProcessRow[],
  { query, words, request }: Asked
): ListOf<ProcessRow> {
  const [group, state, result] = [query.group, query.state, query.result].map((value) =>
    typeof value === 'string' ? value : ''
  )
  const wanted = plain(words).split(/\s+/).filter(Boolean)
  const found = all.filter(
    (row) =>
      (!group || row.group === group) &&
      (STATES[state ?? '']?.(row) ?? true) &&
      (RESULTS[result ?? '']?.(row) ?? true) &&
      wanted.every((word) => plain(`${row.title} ${row.group} ${row.changes} ${row.id}`).includes(word))
  )
  const size = request.perPage === 'all' ? CHUNK_SIZE : request.perPage
  const page =
    request.perPage === 'all' ? 1 : Math.min(request.page, Math.max(1, Math.ceil(found.length / size)))
  const rows = found.slice((page - 1) * size, page * size)
  return {
    rows,
    columns: shownColumns(PROCESS_COLUMNS, { rows }),
    page,
    perPage: request.perPage,
    total: found.length,
    totalIsExact: true,
    sort: request.sort,
    direction: request.direction,
    cursor: null,
  }
}

const plain = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
