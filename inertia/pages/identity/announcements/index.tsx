import { Head, Link, router } from '@inertiajs/react'
import { Button } from '@mantine/core'
import { Instant } from '~/kit/day'
import { EmptyState } from '~/kit/list/empty_state'
import { PageHead } from '~/kit/page_head'
import { AnnouncementBody } from '~/layouts/announcement_body'
import type { Announcement } from '~/layouts/announcement_sequence'
import { callServer } from '~/plain_call'
import { urlFor } from '~/urls'
import styles from './announcements.module.css'

type Props = { announcements: (Announcement & { startsAt: string; read: boolean })[]; canManage: boolean }

export default function AnnouncementsIndex({ announcements, canManage }: Props) {
  const unread = announcements.filter((announcement) => !announcement.read).map(({ id }) => id)
  return (
    <>
      <Head title="Anuncios" />
      <PageHead
        title="Anuncios"
        subtitle="De los últimos doce meses"
        actions={
          <>
            {unread.length > 0 ? (
              <Button variant="default" onClick={() => markAllRead(unread)}>
                Marcar todos como leídos
              </Button>
            ) : null}
            {canManage ? (
              <Button component={Link} href={urlFor('announcements.manage')} variant="default">
                Gestionar anuncios
              </Button>
            ) : null}
          </>
        }
      />
      {announcements.length === 0 ? (
        <EmptyState text="No hay anuncios." />
      ) : (
        <ul className={styles.history}>
          {announcements.map((announcement) => (
            <li key={announcement.id} data-read={announcement.read || undefined}>
              <div className={styles.when}>
                <Instant value={announcement.startsAt} />
                <span>{announcement.read ? 'Leído' : 'Sin leer'}</span>
              </div>
              <AnnouncementBody announcement={announcement} />
            </li>
          ))}
        </ul>
      )}
    </>
  )
}

async function markAllRead(ids: number[]) {
  try {
    await callServer('POST', urlFor('api.announcements.mark-multiple-read'), {
      announcementIds: ids.slice(0, 100),
    })
    router.reload({ only: ['announcements'] })
  } catch (error) {
    console.error(error)
  }
}
