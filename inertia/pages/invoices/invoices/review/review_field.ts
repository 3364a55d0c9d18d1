import type { ReactNode } from 'react'
import type { EditorName, ReadPlace } from './review_types'

export type Mark =
  | { kind: 'read'; confidence: number }
  | { kind: 'person'; label: string }
  | { kind: 'missing'; label: string }
  | { kind: 'none' }

export type ReviewField = {
  name: string
  label: string
  value: ReactNode
  mark: Mark
  /** Names of the places on the document, the decisive one first. */
  places: string[]
  isFigure?: boolean
}

export type FieldGroup = { editor: EditorName; fields: ReviewField[] }

/** What was read, by the name of its field. */
export type Places = Map<string, ReadPlace>
