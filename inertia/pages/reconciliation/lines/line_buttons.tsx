import { Button, Group } from '@mantine/core'
import type { SelectedLine } from './line_types'

type Props = {
  line: SelectedLine
  isUndoing: boolean
  on: Record<'book' | 'ignore' | 'undo' | 'skip' | 'rule', () => void>
}

/** What may be done with the movement now, beside taking a candidate. */
export function LineButtons({ line, isUndoing, on }: Props) {
  return (
    <Group>
      {line.isOpen ? (
        <Button variant="default" onClick={on.book}>
          Nuevo asiento
        </Button>
      ) : null}
      {line.canIgnore ? (
        <Button variant="default" onClick={on.ignore}>
          Ignorar
        </Button>
      ) : null}
      {line.canUndo ? (
        <Button variant="default" loading={isUndoing} onClick={on.undo}>
          Deshacer
        </Button>
      ) : null}
      {line.isOpen ? (
        <Button variant="subtle" color="gray" onClick={on.skip}>
          Saltar
        </Button>
      ) : null}
      <Button variant="subtle" color="gray" onClick={on.rule}>
        Crear regla
      </Button>
    </Group>
  )
}
