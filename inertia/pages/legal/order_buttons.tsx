import { ActionIcon } from '@mantine/core'
import { IconChevronDown, IconChevronUp, IconGripVertical } from '@tabler/icons-react'
import { sendValues } from '~/kit/form/send_values'
import styles from './legal.module.css'

type Props = {
  ids: readonly number[]
  id: number
  name: string
  /** Where the new order goes. */
  url: string
}

/** Up, down, or dragged over another: the place of one thing among others. */
export function OrderButtons({ ids, id, name, url }: Props) {
  const at = ids.indexOf(id)
  const move = (moved: number, to: number) => {
    const rest = ids.filter((other) => other !== moved)
    rest.splice(to, 0, moved)
    sendValues('put', url, { ids: rest, shownIds: [...ids] })
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the buttons inside do the same with the keyboard
    <div
      className={styles.order}
      draggable
      onDragStart={(event) => event.dataTransfer.setData('text/plain', String(id))}
      onDragOver={(event) => event.preventDefault()}
      onDrop={(event) => {
        event.preventDefault()
        const dragged = Number(event.dataTransfer.getData('text/plain'))
        if (ids.includes(dragged) && dragged !== id) move(dragged, at)
      }}
    >
      <IconGripVertical size={14} aria-hidden="true" className={styles.grip} />
      <ActionIcon
        variant="subtle"
        color="gray"
        size="sm"
        aria-label={`Subir ${name}`}
        disabled={at <= 0}
        onClick={() => move(id, at - 1)}
      >
        <IconChevronUp size={14} />
      </ActionIcon>
      <ActionIcon
        variant="subtle"
        color="gray"
        size="sm"
        aria-label={`Bajar ${name}`}
        disabled={at === ids.length - 1}
        onClick={() => move(id, at + 1)}
      >
        <IconChevronDown size={14} />
      </ActionIcon>
    </div>
  )
}
