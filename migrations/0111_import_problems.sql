-- Imports of version 0.1 left out whole rows only, so their problems have no kind, and some counts are missing.
UPDATE "imports" SET
  "problems" = (SELECT coalesce(jsonb_agg('{"kind": "row"}'::jsonb || problem ORDER BY place), '[]')
    FROM jsonb_array_elements("problems") WITH ORDINALITY AS list (problem, place)),
  "counts" = '{"newCustomers": 0, "matchedCustomers": 0, "newVehicles": 0, "knownVehicles": 0, "newVisits": 0,
    "newPlaces": 0, "badRows": 0, "partRows": 0}'::jsonb || "counts";
