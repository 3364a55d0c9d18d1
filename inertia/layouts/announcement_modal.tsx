import { ActionIcon, Button, Modal } from '@mantine/core'
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { AnnouncementBody } from '~/layouts/announcement_body'
import type { Announcements } from '~/layouts/use_announcements'
import styles from './announcement.module.css'

type Props = { announcements: Announcements }

/** The unread announcements one by one. It does not close by a click outside or by Esc. */
export function AnnouncementModal({ announcements }: Props) {
  const { current, position, total } = announcements
  const isLast = position === total
  return (
    <Modal
      opened={announcements.isOpen && current !== undefined}
      onClose={announcements.close}
      closeOnClickOutside={false}
      closeOnEscape={false}
      size={650}
      title="Anuncios"
      padding="lg"
    >
      {current ? <AnnouncementBody key={current.id} announcement={current} /> : null}
      <div className={styles.foot}>
        <div className={styles.progress}>
          <ActionIcon
            variant="subtle"
            color="gray"
            aria-label="Anuncio anterior"
            disabled={position <= 1}
            onClick={() => announcements.move(-1)}
          >
            <IconChevronLeft size={18} />
          </ActionIcon>
          <span aria-live="polite" className="num">
            {position} de {total}
          </span>
          <ActionIcon
            variant="subtle"
            color="gray"
            aria-label="Anuncio siguiente"
            disabled={isLast}
            onClick={() => announcements.move(1)}
          >
            <IconChevronRight size={18} />
          </ActionIcon>
        </div>
        <Button variant="subtle" color="gray" onClick={announcements.dismissAll}>
          No mostrar más anuncios
        </Button>
        {isLast ? (
          <Button data-autofocus onClick={announcements.finish}>
            Entendido
          </Button>
        ) : (
          <Button data-autofocus onClick={announcements.advance}>
            Siguiente
          </Button>
        )}
      </div>
    </Modal>
  )
}
