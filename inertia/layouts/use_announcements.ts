import { usePage } from '@inertiajs/react'
import { useEffect, useReducer, useState } from 'react'
import { isWorkInHand, useIsWorkInHand } from '~/kit/form/work_in_hand'
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

/**
 * The unread announcements, what the modal shows of them and what each button does. Loads a second after mounting. Over work that
 * somebody is in the middle of they do not open by themselves: they wait for another page.
 */
export function useAnnouncements() {
  const [state, send] = useReducer(nextSequence, noAnnouncements)
  const [readIds, setReadIds] = useState<ReadonlySet<number>>(new Set())
  const current = state.unread[state.at]

  const load = (whose: 'own' | 'asked') =>
    quietly(
      fetchUnread().then((announcements) => {
        const opens = whose === 'asked' || !isWorkInHand()
        setReadIds(new Set())
        send({ kind: 'loaded', announcements, opens })
        if (!opens) waiting.begin()
      })
    )
  const waiting = useWaiting(() => send({ kind: 'reopened' }))

  // biome-ignore lint/correctness/useExhaustiveDependencies: once, a second after the layout appears
  useEffect(() => {
    const timer = window.setTimeout(() => load('own'), loadDelayMs)
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
    ring() {
      waiting.end()
      if (count === 0) void load('asked')
      else send({ kind: 'reopened' })
    },
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

/** Waits for a page other than the one in view, on which nobody is in the middle of anything, and opens there. */
function useWaiting(open: () => void) {
  const { url } = usePage()
  const [over, setOver] = useState<string | null>(null)
  const isHeld = useIsWorkInHand()
  // biome-ignore lint/correctness/useExhaustiveDependencies: what counts is where one is and whether one is free
  useEffect(() => {
    if (over === null || isHeld || placeInView() === over) return
    setOver(null)
    open()
  }, [over, isHeld, url])
  return { begin: () => setOver(placeInView()), end: () => setOver(null) }
}

const placeInView = () => window.location.pathname + window.location.search

export type Announcements = ReturnType<typeof useAnnouncements>
