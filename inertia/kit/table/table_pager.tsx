import { ActionIcon, Button, NativeSelect } from '@mantine/core'
import { IconChevronLeft, IconChevronRight, IconChevronsRight } from '@tabler/icons-react'
import { countText } from '~/kit/day'
import type { PageOfRows } from '~/kit/list/list_types'
import type { ListQueryState } from '~/kit/list/use_list_query'
import styles from './table.module.css'

type Props = { list: Omit<PageOfRows<unknown>, 'rows'>; shown: number; query: ListQueryState }

const sizes = [
  { value: '10', label: '10' },
  { value: '25', label: '25' },
  { value: '50', label: '50' },
  { value: '100', label: '100' },
  { value: 'all', label: 'Todos' },
]

/** Where one is in the list, the size of its pages and the way to the next. */
export function TablePager({ list, shown, query }: Props) {
  const { page, perPage, total, totalIsExact } = list
  const pages = perPage === 'all' ? 1 : Math.max(1, Math.ceil(total / perPage))
  const turn = (to: number) => query.change({ page: String(to) })
  const isLast = perPage === 'all' || (totalIsExact ? page >= pages : shown < perPage)
  return (
    <div className={`${styles.pager} no-print`}>
      <NativeSelect
        size="xs"
        label="Filas"
        labelProps={{ mb: 0 }}
        classNames={{ root: styles.sizes }}
        data={sizes}
        value={String(perPage)}
        onChange={(event) => query.change({ per_page: event.currentTarget.value })}
      />
      <span role="status" className="num">
        {rangeText(list, shown)}
      </span>
      {totalIsExact ? null : (
        <Button
          size="compact-xs"
          variant="subtle"
          onClick={() => query.change({ count: 'exact', page: String(page) })}
        >
          Contar todas
        </Button>
      )}
      {perPage === 'all' ? null : (
        <span className={styles.turn}>
          <ActionIcon
            variant="default"
            aria-label="Página anterior"
            disabled={page <= 1}
            onClick={() => turn(page - 1)}
          >
            <IconChevronLeft size={16} />
          </ActionIcon>
          <span className="num">
            {countText(page)}
            {totalIsExact ? ` / ${countText(pages)}` : ''}
          </span>
          <ActionIcon
            variant="default"
            aria-label="Página siguiente"
            disabled={isLast}
            onClick={() => turn(page + 1)}
          >
            <IconChevronRight size={16} />
          </ActionIcon>
          {totalIsExact && pages > 2 ? (
            <ActionIcon
              variant="default"
              aria-label="Última página"
              disabled={isLast}
              onClick={() => turn(pages)}
            >
              <IconChevronsRight size={16} />
            </ActionIcon>
          ) : null}
        </span>
      )}
    </div>
  )
}

function rangeText({ page, perPage, total, totalIsExact }: Props['list'], shown: number): string {
  const all = totalIsExact ? countText(total) : `más de ${countText(total)}`
  if (perPage === 'all') return `${countText(shown)} de ${all}`
  if (shown === 0) return `0 de ${all}`
  const first = (page - 1) * perPage + 1
  return `${countText(first)}–${countText(first + shown - 1)} de ${all}`
}
