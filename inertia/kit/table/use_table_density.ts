import { useState } from 'react'
import { callServer } from '~/plain_call'
import { useShared } from '~/shared_props'
import { urlFor } from '~/urls'

export type Density = 'normal' | 'compact'

// Pages kept in the history still hold the density of their day: what was chosen since then in this tab wins.
let chosen: { userId: number; density: Density } | null = null

/** How tall the rows of every table are for this user, in every browser; a failure to save is only recorded. */
export function useTableDensity() {
  const user = useShared().auth.user
  const kept = user?.tableDensity === 'compact' ? 'compact' : 'normal'
  const [density, setDensity] = useState<Density>(
    chosen && chosen.userId === user?.id ? chosen.density : kept
  )

  async function toggleDensity() {
    const next = density === 'compact' ? 'normal' : 'compact'
    setDensity(next)
    if (user) chosen = { userId: user.id, density: next }
    try {
      await callServer('POST', urlFor('user.table-density'), { tableDensity: next })
    } catch (error) {
      console.error(error)
    }
  }

  return { density, toggleDensity }
}
