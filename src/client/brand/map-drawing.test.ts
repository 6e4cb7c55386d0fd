import { expect, test } from 'vitest'
import { cityLabels, fitCoordinates, marksOf } from './map-drawing.ts'

const austin = { latitude: 30.27, longitude: -97.74 }
const houston = { latitude: 29.76, longitude: -95.37 }

test('a point of the drawing converts back to its place', () => {
  const { toPoint, toCoordinates } = fitCoordinates([austin, houston])
  const back = toCoordinates(toPoint(houston))
  expect(back.latitude).toBeCloseTo(houston.latitude, 6)
  expect(back.longitude).toBeCloseTo(houston.longitude, 6)
})

test('where only one name fits, the larger city is named', () => {
  const { toPoint } = fitCoordinates([austin, houston])
  const zip = (city: string, at: typeof austin) => ({ ...at, city })
  const beside = { ...austin, longitude: austin.longitude + 0.01 }
  const labels = cityLabels(
    [zip('Rollingwood', beside), zip('Austin', austin), zip('Austin', austin), zip('', houston)],
    toPoint,
  )
  expect(labels.map(({ name }) => name)).toEqual(['Austin'])
  expect(cityLabels([zip('Austin', austin), zip('Houston', houston)], toPoint)).toHaveLength(2)
})

test('marks that would cover each other are one, and those of the chosen technician stay apart', () => {
  const { toPoint } = fitCoordinates([austin, houston])
  const near = { ...austin, longitude: austin.longitude + 0.05 }
  const stop = (label: string, place: typeof austin) => ({
    label,
    place,
    letter: label[0] ?? '',
    isOpen: false,
  })
  const stops = [stop('A1', austin), stop('B1', near), stop('A2', houston)]
  const labels = (chosen: string | null) =>
    marksOf(stops, chosen, toPoint).map(({ label, isFaint }) => [label, isFaint])
  expect(labels(null)).toEqual([
    ['A1 B1', false],
    ['A2', false],
  ])
  expect(labels('B')).toEqual([
    ['A1', true],
    ['A2', true],
    ['B1', false],
  ])
  expect(marksOf(stops, null)).toHaveLength(3)
})
