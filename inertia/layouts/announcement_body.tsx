import { Button } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { announcementLines, announcementLink, type MarkupToken } from '~/layouts/announcement_markup'
import type { Announcement } from '~/layouts/announcement_sequence'
import { AnnouncementType } from '~/layouts/announcement_type_badge'
import styles from './announcement.module.css'

type Props = { announcement: Announcement }

/** What an announcement says, in the size of the modal; also the preview of its form. */
export function AnnouncementBody({ announcement }: Props) {
  const [brokenImage, setBrokenImage] = useState<string | null>(null)
  const link = announcementLink(announcement.action_url)
  return (
    <div className={styles.body}>
      <AnnouncementType type={announcement.type} icon={announcement.icon} />
      <h2 className={styles.title}>{announcement.title}</h2>
      {announcement.description ? <p className={styles.lead}>{announcement.description}</p> : null}
      {announcement.image_url && brokenImage !== announcement.image_url ? (
        <img
          className={styles.image}
          src={announcement.image_url}
          alt=""
          loading="lazy"
          onError={() => setBrokenImage(announcement.image_url)}
        />
      ) : null}
      <p className={styles.content}>
        {announcementLines(announcement.content).map((line, at) => (
          <span key={at}>
            {at > 0 ? <br /> : null}
            {line.map(styled)}
          </span>
        ))}
      </p>
      {link && announcement.action_text ? (
        <Button
          component="a"
          variant="default"
          href={link.href}
          {...(link.isExternal ? { target: '_blank', rel: 'noopener noreferrer' } : {})}
        >
          {announcement.action_text}
        </Button>
      ) : null}
    </div>
  )
}

function styled(token: MarkupToken, index: number): ReactNode {
  if (token.style === 'bold') return <strong key={index}>{token.text}</strong>
  if (token.style === 'italic') return <em key={index}>{token.text}</em>
  return <span key={index}>{token.text}</span>
}
