/** Customer notes: how to get to the car, and others. */
export const customerWords = [
  { accessNotes: 'Gate code is 4821, please park in the second driveway.' },
  { accessNotes: 'Car is in the visitor spot by the leasing office.' },
  { customerNotes: 'Please text when you are ten minutes away.' },
  { accessNotes: 'Keys are with the front desk.' },
  { accessNotes: 'Dog in the yard, he is friendly.' },
]

export const technicianNotes = [
  'Oil changed, no leaks. Front tires at 4/32, recommend replacing within 5,000 miles.',
  'Drain plug washer was missing, new one fitted.',
  'Air filter dirty, customer will think about it.',
  'Coolant slightly low, topped off.',
  'Everything in good order. Next change in 5,000 miles.',
  'Small seep at the valve cover, keep an eye on it.',
]

export const fiveStars = [
  'Done in my driveway before my second cup of coffee. Fantastic.',
  'On time, friendly, spotless work. I will not go back to a shop.',
  'Showed me the old filter and explained everything. Great service.',
  'Booked in a minute and paid nothing at the door. So easy.',
  'They came to my office parking lot. Could not be simpler.',
  'Third time now and always the same quality.',
  'Very professional, and left not a drop on the concrete.',
  'Texted me before arriving, and was gone in half an hour.',
  'My truck takes eight quarts and they had every one with them.',
  'Fair price, the same one I saw when I booked.',
  'Checked my tires too and told me the left rear was low.',
  'I worked through the whole visit and only came out to say thanks.',
  'The photos of the old filter convinced my husband.',
  'Moved my visit twice, no fuss at all.',
  'Finally somebody who writes the mileage on the sticker.',
]

export const fourStars = [
  'Great work, arrived a little later than planned.',
  'Good service. Would like an earlier slot next time.',
  'All fine, but I had to wave him over from the wrong driveway.',
]
