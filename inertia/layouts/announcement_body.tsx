import { Button } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { announcementLines, announcementLink, type MarkupToken } from '~/layouts/announcement_markup'
import type { Announcement } from '~/layouts/announcement_sequence'
import { announcementType } from '~/layouts/announcement_types'
import { hasIcon, NamedIcon } from '~/layouts/named_icon'
import { StatusBadge } from '~/kit/status_badge'
import styles from './announcement.module.css'

type Props = { announcement: Announcement }

/** What an announcement says, in the size of the modal; also the preview of its form. */
export function AnnouncementBody({ announcement }: Props) {
  const [brokenImage, setBrokenImage] = useState<string | null>(null)
  const look = announcementType(announcement.type)
  const icon = announcement.icon && hasIcon(announcement.icon) ? announcement.icon : look.icon
  const link = announcementLink(announcement.action_url)
  return (
    <div className={styles.body}>
      <StatusBadge tone={look.tone} label={look.label} icon={<NamedIcon name={icon} size={14} />} />
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
