import { StatusBadge, type Tone } from '~/kit/status_badge'

const looks: Readonly<Record<string, { tone: Tone; label: string }>> = {
  draft: { tone: 'grey', label: 'Borrador' },
  published: { tone: 'green', label: 'Publicado' },
  withdrawn: { tone: 'amber', label: 'Retirado' },
}

export const announcementStatusOptions = Object.entries(looks).map(([value, look]) => ({
  value,
  label: look.label,
}))

export function AnnouncementStatus({ status }: { status: string }) {
  const look = looks[status] ?? { tone: 'grey', label: status }
  return <StatusBadge tone={look.tone} label={look.label} />
}
