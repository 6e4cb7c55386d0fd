import type { Photo } from '#shared/contract/photos.ts'
import { photoMomentLabels } from '#shared/rules/photos.ts'
import { t, translate } from '#shared/texts/t.ts'

interface PhotoGridProps {
  photos: readonly Photo[]
  onOpen: (photo: Photo) => void
  /** Writes the moment on each, where the photos are not grouped by it. */
  withMoment?: boolean
}

/** Small squares that open the picture. */
export function PhotoGrid({ photos, onOpen, withMoment }: PhotoGridProps) {
  return (
    <ul className="grid grid-cols-[repeat(auto-fill,minmax(6rem,1fr))] gap-2">
      {photos.map((photo, index) => {
        const moment = translate(photoMomentLabels[photo.moment])
        return (
          <li key={photo.id}>
            <button
              type="button"
              aria-label={t('Open photo {number}, {moment}', { number: index + 1, moment })}
              onClick={() => onOpen(photo)}
              className="relative block aspect-square w-full overflow-hidden rounded-control border border-line bg-sunken"
            >
              <img
                src={photo.thumbnailUrl}
                alt=""
                width={photo.width}
                height={photo.height}
                loading="lazy"
                decoding="async"
                className="size-full object-cover"
              />
              {withMoment && (
                <span className="absolute inset-x-0 bottom-0 bg-card/90 px-2 py-1 text-left text-sm">
                  {moment}
                </span>
              )}
            </button>
          </li>
        )
      })}
    </ul>
  )
}
