import { StatusBadge } from '~/kit/status_badge'
import { announcementType } from '~/layouts/announcement_types'
import { hasIcon, NamedIcon } from '~/layouts/named_icon'

type Props = { type: string; icon?: string | null }

/** The type of an announcement with its colour and icon; its own icon wins when the product knows it. */
export function AnnouncementType({ type, icon = null }: Props) {
  const look = announcementType(type)
  const shown = icon !== null && hasIcon(icon) ? icon : look.icon
  return <StatusBadge tone={look.tone} label={look.label} icon={<NamedIcon name={shown} size={14} />} />
}
