class Modelrack < Formula
  desc "@DESCRIPTION@"
  homepage "@REPOSITORY@"
  url "@URL@"
  sha256 "@SHA256@"
  license "MIT"

  depends_on "node"

  def install
    system "npm", "install", *std_npm_args
    bin.install_symlink libexec.glob("bin/*")
  end

  test do
    assert_equal version.to_s, shell_output("#{bin}/modelrack --version").strip
  end
end
