import { useEffect, useReducer, useState } from 'react'
import {
  type Announcement,
  nextSequence,
  noAnnouncements,
  unreadCount,
} from '~/layouts/announcement_sequence'
import { callServer } from '~/plain_call'
import { urlFor } from '~/urls'

const loadDelayMs = 1000

// The specification: failures of these calls are only recorded and the flow goes on.
async function quietly(call: Promise<unknown>): Promise<void> {
  try {
    await call
  } catch (error) {
    console.error(error)
  }
}

async function fetchUnread(): Promise<Announcement[]> {
  const answer = await callServer('GET', urlFor('api.announcements.unread'))
  const body = (await answer.json()) as { data?: Announcement[] }
  return body.data ?? []
}

/** The unread announcements, what the modal shows of them and what each button does. Loads a second after mounting. */
export function useAnnouncements() {
  const [state, send] = useReducer(nextSequence, noAnnouncements)
  const [readIds, setReadIds] = useState<ReadonlySet<number>>(new Set())
  const current = state.unread[state.at]

  const load = () =>
    quietly(
      fetchUnread().then((announcements) => {
        setReadIds(new Set())
        send({ kind: 'loaded', announcements, opens: true })
      })
    )

  // biome-ignore lint/correctness/useExhaustiveDependencies: once, a second after the layout appears
  useEffect(() => {
    const timer = window.setTimeout(load, loadDelayMs)
    return () => window.clearTimeout(timer)
  }, [])

  function markRead() {
    if (!current) return
    setReadIds((ids) => new Set(ids).add(current.id))
    void quietly(callServer('POST', urlFor('api.announcements.read', { id: current.id })))
  }

  const count = unreadCount(state, readIds)
  return {
    count,
    current,
    position: state.at + 1,
    total: state.unread.length,
    isOpen: state.isOpen,
    ring: () => (count === 0 ? load() : send({ kind: 'reopened' })),
    move: (step: 1 | -1) => send({ kind: 'moved', step }),
    advance() {
      markRead()
      send({ kind: 'advanced' })
    },
    finish() {
      markRead()
      send({ kind: 'finished' })
    },
    close() {
      markRead()
      send({ kind: 'closed' })
    },
    async dismissAll() {
      for (const { id } of state.unread) {
        await quietly(callServer('POST', urlFor('api.announcements.dismiss', { id })))
      }
      send({ kind: 'dismissed' })
    },
  }
}

export type Announcements = ReturnType<typeof useAnnouncements>
