import type { Area } from '#app/kernel/area'

/** What is kept for a time only. `purge` takes away what is older, in parts if need be, and gives how many rows that was. */
export type Purge = { title: string; days: number; purge: () => Promise<number> }

declare module '#app/kernel/area' {
  interface Area {
    /** What it keeps for a time only; loaded when the time has come. */
    purges?: readonly (() => Promise<Purge | readonly Purge[]>)[]
  }
}

const declared: Area[] = []

/** Lets the nightly purge know what an area keeps for a time only. */
export function declarePurges(area: Area): void {
  declared.push(area)
}

/** Everything in the product that is kept for a time only. */
export async function declaredPurges(): Promise<Purge[]> {
  const loads = declared.flatMap(({ purges = [] }) => purges)
  return (await Promise.all(loads.map((load) => load()))).flat()
}
