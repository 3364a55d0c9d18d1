import { ActionIcon, Checkbox, Popover, Tooltip } from '@mantine/core'
import { IconBaselineDensityMedium, IconBaselineDensitySmall, IconColumns3 } from '@tabler/icons-react'
import type { Column } from '~/kit/list/list_types'
import type { TableLook } from '~/kit/table/use_table_look'
import styles from '../list/filter.module.css'

type Props<Row> = { look: TableLook<Row>; columns: Column<Row>[] }

/** Which columns are shown, and how tall the rows are. */
export function TableTools<Row>({ look, columns }: Props<Row>) {
  const densityLabel = look.density === 'compact' ? 'Filas normales' : 'Filas compactas'
  return (
    <>
      <Popover position="bottom-end" trapFocus returnFocus>
        <Popover.Target>
          <ActionIcon
            variant="subtle"
            color="gray"
            size={30}
            aria-label="Elegir columnas"
            title="Elegir columnas"
          >
            <IconColumns3 size={17} />
          </ActionIcon>
        </Popover.Target>
        <Popover.Dropdown>
          <fieldset className={styles.columns}>
            <legend>Columnas</legend>
            {columns.slice(1).map((column) => (
              <Checkbox
                key={column.key}
                size="xs"
                label={column.header}
                checked={look.isShown(column.key)}
                onChange={() => look.toggleColumn(column.key)}
              />
            ))}
          </fieldset>
        </Popover.Dropdown>
      </Popover>
      <Tooltip label={densityLabel}>
        <ActionIcon
          variant="subtle"
          color="gray"
          size={30}
          aria-label={densityLabel}
          onClick={look.toggleDensity}
        >
          {look.density === 'compact' ? (
            <IconBaselineDensityMedium size={17} />
          ) : (
            <IconBaselineDensitySmall size={17} />
          )}
        </ActionIcon>
      </Tooltip>
    </>
  )
}
