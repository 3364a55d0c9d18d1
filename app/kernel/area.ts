/** What a guard of the database says, in words; one that names an account or a sum gets it from the error's detail. */
export type Refusal = string | ((detail: string) => string)

/**
 * What an area brings to the product, told in `app/<area>/area.ts` and collected in `app/web/areas.ts`. A floor that
 * offers a mechanism adds its own part here by declaration merging (`jobs` stands in app/jobs/area_jobs.ts), so that no
 * area is listed anywhere but there.
 */
export interface Area {
  /** Its folder below app/. */
  name: string
  /** Imports and SQL point only down: an area knows those of lower floors, and none beside it. */
  floor: number
  /** Tables and views that belong to it. Areas of lower floors read none of them. */
  tables: readonly string[]
  /** Registers its routes with the router. */
  routes?: readonly (() => Promise<unknown>)[]
  /** What its guards in the database say: SQLSTATE and message. */
  refusals?: Readonly<Record<string, Refusal>>
  /** Registers what lower floors need of it: before anything is asked, in every process. */
  boot?: () => void
  /** Starts what it does by itself in a process that serves. */
  ready?: () => void | Promise<void>
  /** Ends what `ready` started. */
  shutdown?: () => void | Promise<void>
}

/** Tells an area with its own name and parts kept as they are written. */
export const defineArea = <Told extends Area>(area: Told): Told => area
