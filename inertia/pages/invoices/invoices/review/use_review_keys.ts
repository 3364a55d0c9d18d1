import { router } from '@inertiajs/react'
import { useHotkeys } from '@mantine/hooks'
import { urlFor } from '~/urls'
import type { ReviewPage } from './review_types'
import type { Review } from './use_review'

/** Keys of the review: J and K go through the queue, A takes the next step, E corrects the number. */
export function useReviewKeys(page: ReviewPage, review: Review, takeNextStep: () => void): void {
  const { neighbours, invoice } = page
  const go = (id: number | null) => {
    if (id !== null) router.visit(urlFor('invoices.show', { id }))
  }
  useHotkeys([
    ['j', () => isFree() && go(neighbours.next)],
    ['k', () => isFree() && go(neighbours.previous)],
    ['a', () => isFree() && takeNextStep()],
    ['e', () => isFree() && invoice.isEditable && review.open('number')],
  ])
}

// Under an open sheet the keys belong to it.
const isFree = () => document.querySelector('[aria-modal="true"]') === null
