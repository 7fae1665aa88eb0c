#!/bin/sh
# Removes from node_modules what no service loads. apps/e2e/src/compose/compose-image.deploy.ts proves that nothing is missing: it
# starts every app of the image, and loads each driver that an app loads lazily.
set -eu
cd "$1"

# Only for the embedded product, which is not in the image; browser builds of TypeORM and MSAL.
rm -rf @embedded-postgres embedded-postgres typeorm/browser @azure/msal-browser

# For checkouts on machines with another Node.js. The image has its own.
rm -rf node-linux-* .bin/node

# The compiler.
rm -rf typescript7 @typescript

# For people, compilers and the packages' own developers. Licences stay.
find . -type f \( -name '*.map' -o -name '*.ts' -o -name '*.mts' -o -name '*.cts' -o -name '*.md' \) \
  ! -iname 'licen[cs]e*' ! -iname 'notice*' ! -iname 'copying*' -delete
find . -type d \( -name test -o -name tests -o -name examples -o -name benchmark \) -prune -exec rm -rf {} +

# Builds for browsers and bundlers. Node loads the CommonJS build of these packages (their main).
find @azure @typespec -type d \( -path '*/dist/browser' -o -path '*/dist/react-native' -o -path '*/dist/esm' \
  -o -name dist-esm -o -name dist-browser \) -prune -exec rm -rf {} +
find @aws-sdk @smithy @aws -type d \( -name dist-es -o -name dist-types \) -prune -exec rm -rf {} +
find @opentelemetry -type d \( -path '*/build/esm' -o -path '*/build/esnext' \) -prune -exec rm -rf {} +
rm -rf rxjs/src rxjs/dist/esm rxjs/dist/esm5 rxjs/dist/bundles rxjs/dist/types zod/src moment/min moment/src moment/dist

# The API documentation page needs one bundle, one style sheet and the icons.
find swagger-ui-dist -type f \( -name 'swagger-ui-es-*' -o -name 'swagger-ui-standalone-*' -o -name swagger-ui.js \
  -o -name 'log.*' \) -delete
