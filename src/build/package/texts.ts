// Recipes of other package managers, as text: each names the file of this release by its hash.
export interface Release {
  name: string;
  version: string;
  description: string;
  /** Of the npm tarball. */
  sha256: string;
}

/** Stands for the address where whoever publishes puts the files of a release. */
const RELEASES = 'https://releases.example';

const homeOf = ({ name }: Release): string => `${RELEASES}/${name}`;
const urlOf = (release: Release): string => `${homeOf(release)}/${release.name}-${release.version}.tgz`;

/** By file name. */
export function recipes(release: Release): Record<string, string> {
  return {
    Dockerfile: dockerfile(release),
    'docs.rb': homebrew(release),
    'docs.json': scoop(release),
    ...winget(release),
  };
}

const dockerfile = ({ name, version }: Release): string => `FROM node:24-slim
RUN npm install --global --ignore-scripts --no-audit --no-fund ${name}@${version} && npm cache clean --force
RUN useradd --create-home docs && mkdir /docs && chown docs /docs
USER docs
WORKDIR /docs
ENTRYPOINT ["docs"]
`;

const homebrew = (release: Release): string => `class Docs < Formula
  desc "${release.description}"
  homepage "${homeOf(release)}"
  url "${urlOf(release)}"
  sha256 "${release.sha256}"
  license "MIT"
  depends_on "node"

  def install
    system "npm", "install", *std_npm_args(ignore_scripts: true)
    bin.install_symlink libexec.glob("bin/*")
    generate_completions_from_executable(bin/"docs", "completion", shells: [:bash, :zsh, :fish])
  end

  test do
    assert_match version.to_s, shell_output("#{bin}/docs --version")
  end
end
`;

function scoop(release: Release): string {
  const manifest = {
    version: release.version,
    description: release.description,
    homepage: homeOf(release),
    license: 'MIT',
    depends: 'nodejs-lts',
    url: urlOf(release),
    hash: release.sha256,
    extract_dir: 'package',
    post_install: 'npm install --omit=dev --ignore-scripts --prefix $dir',
    bin: [['bin\\docs.cmd', 'docs']],
    pre_install: 'Set-Content "$dir\\bin\\docs.cmd" "@node `"%~dp0docs.js`" %*"',
  };
  return `${JSON.stringify(manifest, null, 2)}\n`;
}

function winget(release: Release): Record<string, string> {
  const { name, version, description, sha256 } = release;
  const id = 'DocsAdminCli.Docs';
  const head = `PackageIdentifier: ${id}\nPackageVersion: ${version}\n`;
  return {
    [`${id}.yaml`]: `${head}DefaultLocale: en-US\nManifestType: version\nManifestVersion: 1.6.0\n`,
    [`${id}.locale.en-US.yaml`]: `${head}PackageLocale: en-US\nPublisher: ${name}\nPackageName: docs\nLicense: MIT\nShortDescription: ${description}\nManifestType: defaultLocale\nManifestVersion: 1.6.0\n`,
    [`${id}.installer.yaml`]: `${head}InstallerType: zip\nNestedInstallerType: portable\nNestedInstallerFiles:\n- RelativeFilePath: package\\bin\\docs.js\n  PortableCommandAlias: docs\nDependencies:\n  PackageDependencies:\n  - PackageIdentifier: OpenJS.NodeJS.LTS\nInstallers:\n- Architecture: neutral\n  InstallerUrl: ${urlOf(release)}\n  InstallerSha256: ${sha256.toUpperCase()}\nManifestType: installer\nManifestVersion: 1.6.0\n`,
  };
}
