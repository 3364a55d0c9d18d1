export type Announcement = {
  id: number
  title: string
  type: string
  icon: string | null
  description: string | null
  image_url: string | null
  content: string
  action_url: string | null
  action_text: string | null
}

export type Sequence = { unread: Announcement[]; at: number; isOpen: boolean }

export type SequenceEvent =
  | { kind: 'loaded'; announcements: Announcement[]; opens: boolean }
  | { kind: 'reopened' }
  | { kind: 'moved'; step: 1 | -1 }
  | { kind: 'advanced' }
  | { kind: 'finished' }
  | { kind: 'closed' }
  | { kind: 'dismissed' }

export const noAnnouncements: Sequence = { unread: [], at: 0, isOpen: false }

/** What the modal and the bell show after an event; marking read at the server is the caller's part. */
export function nextSequence(state: Sequence, event: SequenceEvent): Sequence {
  switch (event.kind) {
    case 'loaded':
      return { unread: event.announcements, at: 0, isOpen: event.opens && event.announcements.length > 0 }
    case 'reopened':
      return { ...state, at: 0, isOpen: state.unread.length > 0 }
    case 'moved':
      return { ...state, at: Math.min(Math.max(state.at + event.step, 0), state.unread.length - 1) }
    case 'advanced':
      return { ...state, at: Math.min(state.at + 1, state.unread.length - 1) }
    case 'closed':
      return { unread: state.unread.filter((_, index) => index !== state.at), at: 0, isOpen: false }
    case 'finished':
    case 'dismissed':
      return noAnnouncements
    default:
      return event satisfies never
  }
}

/** How many the bell counts: those loaded and not yet marked read. */
export function unreadCount(state: Sequence, readIds: ReadonlySet<number>): number {
  return state.unread.filter((announcement) => !readIds.has(announcement.id)).length
}

export function bellText(count: number): string {
  return count === 0 ? 'No hay anuncios nuevos' : `${count} nuevos anuncios`
}
